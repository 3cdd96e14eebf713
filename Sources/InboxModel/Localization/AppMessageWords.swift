/// The texts of a push system for its data messages, used if the app's own strings have none.
struct AppMessageWords: Sendable {
  /// Returns the strings for a phone with these languages.
  var localization: @Sendable (_ languages: [String]) -> Localization
  /// Returns the line under the text about a file; nil if nothing is known about it.
  var line: @Sendable (AppMessage.File, _ languages: [String]) -> String?
}

extension GuestPoints {
  /// Returns the texts of the system that a data message belongs to; nil for none.
  static func words(for message: AppMessage) -> AppMessageWords? { nil }
}
