import Foundation
import InboxModel

extension FullScreen {
  func carryOut(_ intent: Intent) {
    let now = runtime.clock.now
    switch intent {
    case .act(let id, let action, let text): use(action, text, on: id)
    case .dismiss(let ids): perform([.dismissed(ids)])
    case .snooze(let ids, let until):
      perform([.snoozed(ids, until: until)])
    case .undo(let ids): perform([.undone(ids)])
    case .resend(let name, let edited): resend(name, edited)
    case .compose(let form): compose(form)
    case .find(let word, let look, let command): find(word, look, for: command)
    case .loadSilent: post(.silentListed(load { try $0.silent() } ?? []))
    case .accept(let number): accept(number)
    case .edit(let job): edit(job)
    case .save(let name, let path, let replacing): save(name, path, replacing: replacing)
    case .writeSettings(let path): writeSettings(path)
    case .pipe(let name, let command): pipe(name, command)
    case .endTask: endTask()
    case .copy(let name, let part): copy(name, part)
    case .mark(let ids, let read):
      perform([.marked(ids, read: read)])
    case .changes(let changes):
      for change in changes { _ = frozen?.handle(.changed(change), at: now) }
      runtime.handle([.changes(changes)])
    case .reset(let keys): perform([.reset(keys)])
    case .loadDetail(let id): post(.loaded(id, detail(id)))
    case .expand(let run): expand(run)
    case .removeRejected(let numbers): _ = load { _ in try runtime.removeRejected(numbers) }
    case .restoreRejected: if !runtime.restoreRejected() { show(.nothingToUndo) }
    case .loadRejectedList:
      post(.rejectedListed(load { try $0.rejected(limit: RejectedList.limit, \.row) } ?? []))
    case .loadRejected(let number):
      post(.rejectedLoaded(number, load { try $0.rejected(number: number) } ?? nil))
    case .continueSearch: continueSearch()
    case .run(let command): run(command)
    case .toggleOnline: toggleOnline()
    case .testPush(let sample): send(sample)
    case .demo(let request): player?.carryOut(request)
    case .ring: terminal.ring()
    case .redraw: terminal.redraw()
    case .suspend: suspend()
    case .quit: runtime.stop(ExitCode.success.rawValue)
    }
  }

  private func use(_ action: ActionIdentifier, _ text: String?, on id: NotificationID) {
    // A paused screen may show a push that has been removed.
    guard runtime.system.device.inbox[id] != nil else {
      return receive(.missed(id, action, text: text))
    }
    let effects = perform([.acted(on: id, action, text: text)])
    for case .askToUnlock(let id, let action, let text) in effects {
      receive(.askedToUnlock(id, action, text: text))
    }
  }

  private func toggleOnline() {
    let isOnline = runtime.system.gateway.isDeviceOnline
    runtime.handle([.changed(.online(!isOnline))])
    show(.online(!isOnline))
  }

  /// Starts a task that the user waits for.
  func begin(_ task: BackgroundTask) {
    self.task = task
  }

  func endTask() {
    task?.end()
    task = nil
  }

  /// Runs a content extension in the background, in place of the one before.
  private func expand(_ run: ExtensionRun?) {
    contents.endAll()
    guard let run else { return }
    contents.start(run) { [weak self] answer in
      onMain { self?.receive(.expanded(run.id, answer)) }
    }
  }
}
