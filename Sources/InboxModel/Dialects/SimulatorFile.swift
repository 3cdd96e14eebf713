import Foundation

/// The file that `xcrun simctl push` takes: a payload with the bundle id under
/// `Simulator Target Bundle` (`spec/payload-keys.md` §8).
public enum SimulatorFile {
  /// The tool's key.
  public static let bundleKey = "Simulator Target Bundle"

  /// Reads a whole file, over as many lines as it has.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - app: the bundle id named beside the file; it wins over the one inside.
  ///   - name: the file's name, for people.
  /// - Throws: a ``Refusal`` when it is not JSON, or has no `aps`.
  public static func request(
    from bytes: [UInt8], app: BundleID? = nil, name: String, receivedAt: Date, freshID: String
  ) throws(Refusal) -> PushRequest {
    PushRequest(
      path: "/3/device/" + DeviceToken.local.hex, body: bytes,
      origin: Origin(wire: .line, transport: name), receivedAt: receivedAt, freshID: freshID)
  }
}
