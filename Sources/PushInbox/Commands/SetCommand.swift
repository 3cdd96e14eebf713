import Foundation
import InboxModel

/// `pushinbox set`: the phone's settings, one word each; all are read before the first is changed.
@MainActor
enum SetCommand {
  static func perform(_ arguments: Arguments, _ runtime: AppRuntime) throws -> ExitCode {
    let clockWords = arguments.words.filter { $0.hasPrefix("clock=") }
    let clockChanges = try clockWords.map { try ClockChange(String($0.dropFirst(6))) }
    var clock = runtime.clock
    for change in clockChanges { clock.apply(change) }
    let reader = SettingChangeReader(now: clock.now, phone: runtime.system.device.settings)
    let changes = try reader.changes(arguments.words.filter { !$0.hasPrefix("clock=") })
    try Keymap.check(changes, over: reader.phone)
    for change in clockChanges { try runtime.moveClock(change) }
    runtime.handle(changes.map { .changed($0, at: runtime.clock.now) })
    return .success
  }
}
