import Foundation

/// The file format of `xcrun simctl push`: a payload with the bundle identifier under `Simulator
/// Target Bundle` (Apple, "Generating a remote notification").
public enum SimulatorFile {
  /// The key with the bundle identifier. It is for the tool and is removed from the payload.
  public static let bundleKey: StaticString = "Simulator Target Bundle"

  /// Parses a file of any number of lines. A file with a single push line is valid too.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - app: The bundle identifier given beside the file; it overrides the one inside.
  ///   - name: The file's name, for people; `-` for standard input.
  ///   - receivedAt: The moment at which the file was read.
  ///   - freshID: The apns-id if the file names none.
  /// - Throws: A ``RejectedRequest`` if it is not JSON or has no `aps`.
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
        path: parts.path, fields: fields,
        body: parts.body, payload: parts.payload, lineID: parts.id, origin: origin,
        receivedAt: receivedAt, freshID: freshID)
    } catch {
      throw error.rejection(
        of: bytes, place: name == "-" ? "Standard input" : "File \(name)", isFile: true,
        origin: origin, at: receivedAt)
    }
  }
}
