import Foundation
import InboxModel

/// `pushinbox set`: changes settings of the phone, one per word. All words are parsed before the
/// first change.
struct SetCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "set", synopsis: "KEY=VALUE…", summary: "change settings of the phone",
    details: """
      lock=locked|unlocked  dnd=on|off|30m|until:07:00  focus=NAME|off  focus.until=TIME
      previews=always|whenAuthenticated|never  grouping=automatic|byApp|off  ringer=on|silent
      online=yes|no  language=ru  app.BUNDLE=foreground|background|suspended|terminated|forceQuit
      mute.BUNDLE=1h|until:07:00|today|off  summary=now  clock=real|+5m|ISO-TIME
      As an app does itself: badge.BUNDLE=3, remove.BUNDLE=ID|all, subscribe.BUNDLE=ACCOUNT/FOLDER, \
      unsubscribe.BUNDLE=ACCOUNT/FOLDER, tokens.BUNDLE=new
      As the user does: activity.BUNDLE=A3|all removes Live Activities
      Any other setting of the phone or the screen by its path in the configuration. Switches take true, yes or on and false, no or off. Lists have commas between elements; \
      += and -= add and remove elements. Lists of objects, such as actions, take JSON, whole or by number from \
      0; null removes one. strings and categories take texts and objects here; paths of files only in a \
      configuration. Assignments that contradict each other are an error. Changes are stored and take \
      precedence over files.
      """,
    examples: [
      "pushinbox set lock=locked dnd=30m",
      "pushinbox set apps.com.example.chat.banners=false device.stackThreshold=3",
      "pushinbox set focus.dinner.from=20:00 focus.dinner.to=21:00",
      "pushinbox set focus.dinner.allowApps+=com.example.chat",
      "pushinbox set categories.MAIL.actions='[{id:\"REPLY\",title:\"Reply\",textInput:{}}]'",
      "pushinbox set categories.MAIL.actions.0.title=Answer keys.X=dismiss",
    ], wordCount: 1...Int.max, takes: .settings)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let runtime = inbox.runtime
    var words = arguments.words
    let clockChange = try SettingChangeReader.extract("clock", from: &words).map(ClockChange.init)
    var clock = runtime.clock
    if let clockChange { clock.apply(clockChange) }
    let reader = SettingChangeReader(now: clock.now, phone: runtime.system.device.settings)
    let changes: [SettingChange]
    do throws(SettingsError) {
      changes = try reader.changes(words)
    } catch {
      throw ErrorMessage.settings(error.asOfFile)
    }
    try ScreenSettings.check(changes, over: reader.phone)
    try Self.checkCards(changes, on: runtime.system.device)
    if let clockChange { try runtime.moveClock(clockChange) }
    runtime.handle([.changes(changes)])
    return .success
  }

  /// Rejects the removal of a Live Activity that the app does not have.
  private static func checkCards(
    _ changes: [SettingChange], on device: Phone
  ) throws(ErrorMessage) {
    guard let (app, id) = device.unknownActivity(in: changes) else { return }
    guard let card = device.activities[id] else { throw .noCard(id.text) }
    throw .notCard(card, of: app)
  }
}
