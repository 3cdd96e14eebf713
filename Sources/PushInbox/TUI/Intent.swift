import Foundation
import InboxModel

/// A request of the screen to the runtime, which carries it out and adds the time.
enum Intent: Equatable, Sendable {
  /// Use an action of a notification, `open` included.
  case act(NotificationID, ActionIdentifier, text: String?)
  /// Swipe away, in this order.
  case dismiss([NotificationID])
  /// Put off.
  case snooze([NotificationID], until: Date)
  /// Take back what was done last to each of these.
  case undo([NotificationID])
  /// Send a push once more, as the person wrote it if they did, and answer with
  /// ``AppEvent/resent(_:edited:_:)``.
  case resend(PushReference, edited: PushForm?)
  /// Send a new push, and answer with ``AppEvent/resent(_:edited:_:)``.
  case compose(PushForm)
  /// Have a rejected push taken by the phone all the same.
  case accept(Int)
  /// Open the person's editor and answer with ``AppEvent/edited(_:_:)``.
  case edit(EditJob)
  /// Write a push to a file; one that is there answers with ``AppEvent/fileExists(_:path:)``, one that
  /// cannot be written with ``AppEvent/notSaved(_:path:problem:)``.
  case save(PushReference, path: String, replacing: Bool)
  /// Write the changed settings to a new file; one that cannot be written answers with
  /// ``AppEvent/settingsNotWritten(path:problem:)``.
  case writeSettings(path: String)
  /// Give a payload to a command of the shell and show what it prints.
  case pipe(PushReference, command: String)
  /// End the work that goes on beside the screen.
  case endTask
  /// Copy a part of a push; a text that cannot be copied answers with ``AppEvent/notCopied(title:text:remark:)``.
  case copy(PushReference, CopiedPart)
  case mark([NotificationID], read: Bool)
  case change(SettingChange)
  /// Drop the changes of these keys: what the files say is in force again.
  case reset([String])
  /// Answer with ``AppEvent/loaded(_:_:)``.
  case loadDetail(NotificationID)
  /// Have the view of the inspected push made and answer with ``AppEvent/expanded(_:_:)``; nil when nobody
  /// waits for one any more.
  case expand(ExtensionRun?)
  /// Answer with ``AppEvent/rejectedListed(_:)``: the newest, ``RejectedList/limit`` at most.
  case loadRejectedList
  /// Remove rejected pushes from their list, all of them without numbers.
  case removeRejected(Set<Int>?)
  /// Take the last removal of rejected pushes back.
  case restoreRejected
  /// Answer with ``AppEvent/rejectedLoaded(_:_:)``.
  case loadRejected(Int)
  /// Answer with ``AppEvent/searchContinued`` after what waits: keys, pushes, the next frame.
  case continueSearch
  /// Carry out a command and answer with ``AppEvent/answered(_:_:)``.
  case run(TypedCommand)
  /// Find the push that a command names and answer with ``AppEvent/found(_:look:)``, or with
  /// ``AppEvent/answered(_:_:)`` where there is none.
  case find(String, look: PushLook, TypedCommand)
  /// Answer with ``AppEvent/silentListed(_:)``.
  case loadSilent
  /// Pass a request on to the demo that is played.
  case demo(DemoRequest)
  /// Take the phone off the network, or back.
  case toggleOnline
  /// Hand a test push to the gateway.
  case testPush(TestPush)
  /// Ring the terminal's bell.
  case ring
  /// Draw everything anew.
  case redraw
  /// Give the terminal back and stop until continued.
  case suspend
  /// Leave.
  case quit
}
