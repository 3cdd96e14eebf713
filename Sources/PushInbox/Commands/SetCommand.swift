import Foundation
import InboxModel

/// `pushinbox set`: the phone's settings, one word each; all are read before the first is changed.
@MainActor
enum SetCommand {
  static func perform(_ arguments: Arguments, _ runtime: AppRuntime) throws -> ExitCode {
    let settings = runtime.system.device.settings
    let reader = SettingChangeReader(
      now: runtime.clock.now, timeZone: settings.device.timeZone, focuses: settings.focuses.keys)
    let clockWords = arguments.words.filter { $0.hasPrefix("clock=") }
    let clockChanges = try clockWords.map { try ClockChange(String($0.dropFirst(6))) }
    let changes = try reader.changes(arguments.words.filter { !$0.hasPrefix("clock=") })
    for change in clockChanges { try runtime.moveClock(change) }
    runtime.handle(changes.map { .changed($0, at: runtime.clock.now) })
    return .success
  }
}
