import Foundation

/// The file that `xcrun simctl push` takes: a payload with the bundle id under
/// `Simulator Target Bundle` (Apple, "Generating a remote notification").
public enum SimulatorFile {
  /// The key that is for the tool: taken out of what the app gets.
  public static let bundleKey: StaticString = "Simulator Target Bundle"

  /// Reads a whole file, over as many lines as it has. A file that holds one push line is fine too.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - app: the bundle id named beside the file; it wins over the one inside.
  ///   - name: the file's name, for people.
  ///   - receivedAt: when it was read.
  ///   - freshID: the apns-id in case the file names none.
  /// - Throws: a ``RejectedRequest`` when it is not JSON, or has no `aps`.
  public static func request(
    from bytes: [UInt8], app: BundleID? = nil, name: String, receivedAt: Date, freshID: APNSID
  ) throws(RejectedRequest) -> PushRequest {
    let origin = Origin(wire: .line, transport: name)
    do throws(LineProblem) {
      let parts = try LineParts(bytes)
      var fields = parts.fields
      if let app {
        fields.removeAll { $0.name == PushHeaders.Name.topic }
        fields.append(HeaderField(PushHeaders.Name.topic, app.text))
      }
      return PushRequest(
        path: "/3/device/" + (parts.token ?? DeviceToken.local.hex), fields: fields,
        body: parts.body, payload: parts.payload, lineID: parts.id, origin: origin,
        receivedAt: receivedAt, freshID: freshID)
    } catch {
      throw error.rejection(of: bytes, place: "File \(name)", origin: origin, at: receivedAt)
    }
  }
}
