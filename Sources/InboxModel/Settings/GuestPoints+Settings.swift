extension GuestPoints {
  /// The settings of the systems.
  public typealias Settings = NoGuestState

  /// The entries of the systems in the table of the phone's settings.
  static var settings: [SettingField<PhoneSettings>] { [] }
}
