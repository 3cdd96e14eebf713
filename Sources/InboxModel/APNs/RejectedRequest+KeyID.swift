extension RejectedRequest {
  /// The `kid` of the provider token, even if the token is otherwise invalid; nil if it cannot be
  /// parsed.
  public var keyID: KeyID? {
    fields.last { $0.name == PushHeaders.Name.authorization }.flatMap {
      ProviderToken.keyID(in: $0.value)
    }
  }
}
