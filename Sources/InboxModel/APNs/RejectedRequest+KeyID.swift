extension RejectedRequest {
  /// `kid` of the provider token, whatever is wrong with the rest of it; nil where none can be
  /// read.
  public var keyID: KeyID? {
    fields.last { $0.name == PushHeaders.Name.authorization }.flatMap {
      ProviderToken.keyID(in: $0.value)
    }
  }
}
