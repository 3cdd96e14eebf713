import Foundation
import InboxModel

/// An event for the person at the terminal, or from them.
enum AppEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was pressed, or its wheel turned, over something or nothing.
  case mouse(Mouse.Kind, on: ClickTarget?)
  /// The terminal has this size.
  case resized(Size)
  /// The facts of the running program are these.
  case runtimeChanged(RuntimeStatus)
  /// The clock went on: banners and messages end, times are drawn anew.
  case ticked(Date)
  /// The phone shows this one: a banner, or the entry on the lit lock screen.
  case presented(NotificationID, at: Date)
  /// The phone's list is not what it was: something came, went or was regrouped. `newest` is what came;
  /// `touched` are all that came or went, nil where more may be otherwise.
  case listChanged(newest: NotificationID?, touched: [NotificationID]? = nil)
  /// The action waits for the phone to be unlocked.
  case askedToUnlock(NotificationID, ActionIdentifier, text: String?)
  /// The action was not used: the push has left the list meanwhile.
  case missed(NotificationID, ActionIdentifier, text: String?)
  /// The answer to ``Intent/loadDetail(_:)``; nil when the store has it no more.
  case loaded(NotificationID, InspectedPush?)
  /// The result of ``Intent/expand(_:)``.
  case expanded(NotificationID, ExtensionAnswer)
  /// The result of ``Intent/run(_:)``.
  case answered(TypedCommand, CommandAnswer)
  /// A demo has this progress now.
  case demo(Demo)
  /// Published events, in their order, for the log and the list of rejected pushes.
  case happened([InboxEvent])
  /// The answer to ``Intent/loadRejectedList``, newest first.
  case rejectedListed([RejectedRequest])
  /// Rejected pushes left their list, or came back to it.
  case rejectedMarked([Int], isRemoved: Bool)
  /// The answer to ``Intent/loadRejected(_:)``; nil when the store has it no more.
  case rejectedLoaded(Int, RejectedRequest?)
  /// The text that the editor returned.
  case edited(EditJob, EditedText)
  /// The outcome of ``Intent/resend(_:edited:)``, or of ``Intent/compose(_:)`` without a name.
  case resent(PushReference?, edited: PushForm?, CommandAnswer)
  /// The outcome of ``Intent/testPush(_:)``: the push, or its refusal; nil while it is on its way.
  case testPushSent(PushReference?)
  /// The push that a command named.
  case found(PushReference, look: PushLook)
  /// The answer to ``Intent/loadSilent``: the silent pushes of the store, in any order.
  case silentListed([DeliveredNotification])
  /// A push was not saved: there is a file already.
  case fileExists(PushReference, path: String)
  /// A push was not saved, and why.
  case notSaved(PushReference, path: String, problem: String)
  /// The changed settings could not be written there.
  case settingsNotWritten(path: String, problem: String)
  /// A text could not be copied: it is shown, to be selected by hand.
  case notCopied(title: String, text: String, remark: String)
  /// The answer to ``Intent/continueSearch``: there is time for the next part of the search of the inbox.
  case searchContinued
  /// Say this in the message line for a while.
  case message(String)

  /// Whether more of the list may be wanted than stands on the screen.
  var needsList: Bool {
    if case .resized = self { true } else { isByHand }
  }

  /// Whether the person did it at the terminal.
  var isByHand: Bool {
    switch self {
    case .key, .mouse: true
    default: false
    }
  }
}
