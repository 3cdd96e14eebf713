extension Delivery {
  /// The push as the rules see it: with what the app's extension made of it.
  func changed(in phone: PresentationContext) -> Delivery {
    guard case .answered(let answer, _) = phone.serviceExtension else { return self }
    var push = self
    push.payload = self.payload.changed(by: answer)
    return push
  }
}
