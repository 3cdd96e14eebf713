import InboxModel

/// The route of requests to the Expo push service, which go to the gateway. Their bodies may be
/// compressed with gzip (Expo, "Send notifications with the Expo Push Service", "HTTP/2 API").
struct ExpoRoute: Route {
  func handle(_ routed: RoutedRequest) -> Bool {
    let request = routed.request
    guard ExpoRequest.isMeant(by: request.path) else { return false }
    var body = request.body
    var expo: ExpoRequest?
    if let coding = request.head["content-encoding"], coding.lowercased() != "identity" {
      do throws(Gzip.Failure) {
        guard coding.lowercased() == "gzip" else { throw Gzip.Failure("its coding is \(coding)") }
        body = try Gzip.decompressed(request.body, limit: PushRequest.bodyLimit)
      } catch {
        expo = ExpoRequest(
          failure: ExpoError(
            .invalid, "The body cannot be decompressed: \(PlainText.clean(error.because)).",
            fix: "Send a body compressed with gzip, or not compressed."))
      }
    }
    routed.loop.emit(
      .push(
        PushRequest(
          expo ?? ExpoRequest(method: request.method, path: request.path, body: body),
          path: request.path, fields: request.head.fields, body: body, origin: routed.origin,
          receivedAt: routed.receivedAt, freshID: routed.loop.freshID()),
        reply: routed.reply))
    return true
  }
}
