/// A command that a key can be bound to; the raw value is its name in the configuration
/// (`keys: { "m": "read" }`).
enum Command: String, CaseIterable, Sendable {
  case next, previous, first, last
  case halfDown = "half-down"
  case halfUp = "half-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case fold, unfold, toggle
  case foldAll = "fold-all"
  case unfoldAll = "unfold-all"
  case nextGroup = "next-group"
  case previousGroup = "previous-group"
  case inspect
  case tap, reply, actions, read
  case readGroup = "read-group"
  case dismiss, why, undo, snooze
  case clearAll = "clear"
  case edit, resend, save, pipe, copy
  case mark, accept
  case lock
  case doNotDisturb = "dnd"
  case previews
  case appState = "app-state"
  case mute
  case showSummary = "summary-now"
  case grouping, online, clock
  case testPush = "test"
  case compose, result
  case follow, pause, beep
  case previousTab = "previous-tab"
  case nextTab = "next-tab"
  case otherPane = "other-pane"
  case inbox, rejected, log, settings, held, new, drop, write
  case lockScreen = "lock-screen"
  case activities
  case filter, quiet
  case previousMatch = "previous-match"
  case whatIf = "what-if"
  case commandLine = "command-line"
  case help, manual, welcome
  case cancel, back, quit, interrupt, mouse, redraw, suspend
}
