/// The words of a push system for its data messages, where the app's own strings have none.
struct AppMessageWords: Sendable {
  /// The strings, as a phone with these languages reads them.
  var localization: @Sendable (_ languages: [String]) -> Localization
  /// The line under the text about a file; nil where nothing is known of it.
  var line: @Sendable (AppMessage.File, _ languages: [String]) -> String?
}

extension GuestPoints {
  /// The words of the system that a data message belongs to.
  static func words(for message: AppMessage) -> AppMessageWords? { nil }
}
