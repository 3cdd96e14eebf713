extension GuestPoints {
  /// The outcomes that the systems count.
  public typealias Counts = NoGuestState

  /// Adds the outcomes to the JSON of the inbox, under their key.
  static func add(_ counts: Guests.Counts, to json: inout JSONMembers) {}

  /// Returns outcomes of an app with all keys.
  static func exampleCounts(of app: BundleID) -> Guests.Counts { Guests.Counts() }
}
