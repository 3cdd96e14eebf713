extension GuestPoints {
  /// The systems' settings that are only in files.
  public typealias FileSettings = NoGuestState

  /// The systems' entries in the table of `gateway`, after those of APNs.
  static var gatewaySettings: [SettingField<Configuration>] { [] }
}
