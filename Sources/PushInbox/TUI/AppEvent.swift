import Foundation
import InboxModel

/// An event that ``AppState`` handles: input of the user, or a change to show.
enum AppEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was pressed, or its wheel turned, over a target or over nothing.
  case mouse(Mouse.Kind, on: ClickTarget?)
  /// The size of the terminal changed.
  case resized(Size)
  /// The facts of the running program changed.
  case runtimeChanged(RuntimeStatus)
  /// The clock advanced: banners and messages may end, and times are drawn again.
  case ticked(Date)
  /// The phone presented a notification as a banner, or as an entry on the lit lock screen.
  case presented(NotificationID, at: Date)
  /// The phone's list changed. `newest` is a new entry; `touched` are all that were added or
  /// removed, nil if more may have changed.
  case listChanged(newest: NotificationID?, touched: [NotificationID]? = nil)
  /// The action needs the phone to be unlocked.
  case askedToUnlock(NotificationID, ActionIdentifier, text: String?)
  /// The action was not performed: the push is no longer in the list.
  case missed(NotificationID, ActionIdentifier, text: String?)
  /// The response to ``Intent/loadDetail(_:)``; nil when the push is no longer stored.
  case loaded(NotificationID, InspectedPush?)
  /// The result of ``Intent/expand(_:)``.
  case expanded(NotificationID, ExtensionAnswer)
  /// The result of ``Intent/run(_:)``.
  case answered(TypedCommand, CommandAnswer)
  /// The progress of a demo changed.
  case demo(Demo)
  /// Published events, in their order, for the log and the list of rejected pushes.
  case happened([InboxEvent])
  /// The response to ``Intent/loadRejectedList``, newest first.
  case rejectedListed([RejectedRequest])
  /// Rejected pushes were removed from their list, or restored.
  case rejectedMarked([Int], isRemoved: Bool)
  /// The response to ``Intent/loadRejected(_:)``; nil when the push is no longer stored.
  case rejectedLoaded(Int, RejectedRequest?)
  /// The text that the editor returned.
  case edited(EditJob, EditedText)
  /// The result of ``Intent/resend(_:edited:)``, or of ``Intent/compose(_:)``, which has no
  /// reference.
  case resent(PushReference?, edited: PushForm?, CommandAnswer)
  /// The result of ``Intent/testPush(_:)``: the push, or its rejection; nil while it waits.
  case testPushSent(PushReference?)
  /// The push that a command named.
  case found(PushReference, look: PushLook)
  /// The response to ``Intent/loadSilent``: the silent pushes of the store, in any order.
  case silentListed([DeliveredNotification])
  /// A push was not saved, because the file exists.
  case fileExists(PushReference, path: String)
  /// A push was not saved, with the reason.
  case notSaved(PushReference, path: String, problem: String)
  /// The changed settings were not written, with the reason.
  case settingsNotWritten(path: String, problem: String)
  /// A text could not be copied. It is shown for manual selection.
  case notCopied(title: String, text: String, remark: String)
  /// The response to ``Intent/continueSearch``: the next part of the inbox can be searched.
  case searchContinued
  /// A message for the last line.
  case message(ScreenMessage)

  /// Whether the event may need more of the list than is drawn.
  var needsList: Bool {
    if case .resized = self { true } else { isByHand }
  }

  /// Whether the user caused the event at the terminal.
  var isByHand: Bool {
    switch self {
    case .key, .mouse: true
    default: false
    }
  }
}
