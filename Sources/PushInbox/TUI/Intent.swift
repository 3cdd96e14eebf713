import Foundation
import InboxModel

/// A request of the screen to the runtime, which carries it out at the current time.
enum Intent: Equatable, Sendable {
  /// Performs an action of a notification, `open` included.
  case act(NotificationID, ActionIdentifier, text: String?)
  /// Dismisses notifications, in this order.
  case dismiss([NotificationID])
  /// Snoozes notifications.
  case snooze([NotificationID], until: Date)
  /// Undoes the last change of each of these.
  case undo([NotificationID])
  /// Sends a push again, edited if the user changed it. The result is
  /// ``AppEvent/resent(_:edited:_:)``.
  case resend(PushReference, edited: PushForm?)
  /// Sends a new push. The result is ``AppEvent/resent(_:edited:_:)``.
  case compose(PushForm)
  /// Delivers a rejected push to the phone nevertheless.
  case accept(Int)
  /// Opens the user's editor. The result is ``AppEvent/edited(_:_:)``.
  case edit(EditJob)
  /// Saves a push to a file. If the file exists, the result is ``AppEvent/fileExists(_:path:)``;
  /// after an error it is ``AppEvent/notSaved(_:path:problem:)``.
  case save(PushReference, path: String, replacing: Bool)
  /// Writes the changed settings to a new file. After an error the result is
  /// ``AppEvent/settingsNotWritten(path:problem:)``.
  case writeSettings(path: String)
  /// Passes a payload to a shell command and shows its output.
  case pipe(PushReference, command: String)
  /// Ends the task in the background.
  case endTask
  /// Copies a part of a push. If that fails, the result is
  /// ``AppEvent/notCopied(title:text:remark:)``.
  case copy(PushReference, CopiedPart)
  case mark([NotificationID], read: Bool)
  /// Makes the changes of one command.
  case changes([SettingChange])
  /// Resets the changes of these keys: the values of the files apply again.
  case reset([String])
  /// Loads a push. The result is ``AppEvent/loaded(_:_:)``.
  case loadDetail(NotificationID)
  /// Runs the content extension for the inspected push. The result is ``AppEvent/expanded(_:_:)``;
  /// nil ends a running one.
  case expand(ExtensionRun?)
  /// Loads the newest rejected pushes, at most ``RejectedList/limit``. The result is
  /// ``AppEvent/rejectedListed(_:)``.
  case loadRejectedList
  /// Removes rejected pushes from their list; all of them if nil.
  case removeRejected(Set<Int>?)
  /// Undoes the last removal of rejected pushes.
  case restoreRejected
  /// Loads a rejected push. The result is ``AppEvent/rejectedLoaded(_:_:)``.
  case loadRejected(Int)
  /// Continues the search after waiting keys, pushes and the next frame. The result is
  /// ``AppEvent/searchContinued``.
  case continueSearch
  /// Carries out a command. The result is ``AppEvent/answered(_:_:)``.
  case run(TypedCommand)
  /// Finds the push that a command names. The result is ``AppEvent/found(_:look:)``, or
  /// ``AppEvent/answered(_:_:)`` if there is none.
  case find(String, look: PushLook, TypedCommand)
  /// Loads the silent pushes. The result is ``AppEvent/silentListed(_:)``.
  case loadSilent
  /// Passes a request to the current demo.
  case demo(DemoRequest)
  /// Takes the phone offline, or online.
  case toggleOnline
  /// Sends a test push to the gateway.
  case testPush(TestPush)
  /// Rings the terminal's bell.
  case ring
  /// Draws the whole screen again.
  case redraw
  /// Restores the terminal and stops the program until it is continued.
  case suspend
  /// Quits.
  case quit

  /// Makes one change.
  static func change(_ change: SettingChange) -> Self { .changes([change]) }
}
