extension GuestPoints {
  /// The settings of the systems.
  public typealias Settings = NoGuestState

  /// The entries of the systems in the table of the phone's settings.
  static var settings: [SettingField<PhoneSettings>] { [] }

  /// A setting whose path ends in two names, which stand in quotes where dots in them could be read in two ways,
  /// and the form of such a path, for people; nil where there is none.
  static var settingOfTwoNames: (path: [String], form: String)? { nil }
}
