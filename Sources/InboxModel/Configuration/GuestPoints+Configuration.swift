extension GuestPoints {
  /// The settings of the systems in files alone.
  public typealias FileSettings = NoGuestState

  /// The entries of the systems in the table of `gateway`, behind those of APNs.
  static var gatewaySettings: [SettingField<Configuration>] { [] }
}
