import Foundation
import InboxModel

/// `pushinbox set`: the phone's settings, one word each; all are read before the first is changed.
@MainActor
enum SetCommand {
  static func perform(_ arguments: Arguments, _ runtime: AppRuntime) throws -> ExitCode {
    var words = arguments.words
    let clockChange = try SettingChangeReader.take("clock", from: &words).map(ClockChange.init)
    var clock = runtime.clock
    if let clockChange { clock.apply(clockChange) }
    let reader = SettingChangeReader(now: clock.now, phone: runtime.system.device.settings)
    let changes = try reader.changes(words)
    try ScreenSettings.check(changes, over: reader.phone)
    if let clockChange { try runtime.moveClock(clockChange) }
    runtime.handle(changes.map { .changed($0) })
    return .success
  }
}
