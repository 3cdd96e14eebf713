extension GuestPoints {
  /// The outcomes of pushes that the systems count.
  public typealias Counts = NoGuestState

  /// Adds outcomes to the JSON of the inbox, by their key.
  static func add(_ counts: Guests.Counts, to json: inout JSONMembers) {}

  /// Outcomes of an app with all keys.
  static func exampleCounts(of app: BundleID) -> Guests.Counts { Guests.Counts() }
}
