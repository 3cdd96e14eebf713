extension GuestPoints {
  /// The settings of the systems.
  public typealias Settings = NoGuestState

  /// Reads the sections of the systems.
  static func read(
    _ settings: inout Guests.Settings, from reader: inout SettingsReader
  ) throws(SettingsError) {}

  /// The sections of the systems, as a file would state them, by their keys.
  static func sections(of settings: Guests.Settings) -> [(key: String, JSONObject)] { [] }
}
