extension Delivery {
  /// Returns the push with the changes of the app's extension, as the rules see it.
  func changed(in phone: PresentationContext) -> Delivery {
    guard case .answered(let answer, _) = phone.serviceExtension else { return self }
    var push = self
    push.payload = self.payload.changed(by: answer)
    return push
  }
}
