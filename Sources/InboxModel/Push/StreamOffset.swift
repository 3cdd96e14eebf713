import Foundation

/// The position of a push among those of its provider. It lets a phone recognize pushes that it has
/// already received.
public struct StreamOffset: Equatable, Sendable {
  /// The provider.
  public var provider: ProviderID
  /// The device that the push was relayed to. Each device has its own positions.
  public var device: PhoneID
  /// The app, as the provider names it.
  public var app: BundleID
  /// The position, from 1, increasing with each push of the app.
  public var position: Int
  /// Whether it was sent before and is sent again on request.
  public var isRepeat: Bool
  /// The time of acceptance by the provider's clock; nil if the provider does not report it.
  public var sentAt: Date?
  /// The time that it waited at the provider, in seconds.
  public var waited: TimeInterval = 0

  /// Makes an offset.
  public init(
    provider: ProviderID, device: PhoneID, app: BundleID, position: Int, isRepeat: Bool = false
  ) {
    self.provider = provider
    self.device = device
    self.app = app
    self.position = position
    self.isRepeat = isRepeat
  }

  /// The stream that the position belongs to.
  var feed: StreamID { StreamID(provider: provider, device: device) }
}

extension StreamOffset: JSONFieldList {
  init() {
    self.init(provider: "", device: "", app: "", position: 0)
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("provider", &provider)
    fields.field("device", &device)
    fields.field("app", &app)
    fields.field("position", &position)
    fields.field("again", &isRepeat, unless: false)
    fields.field("sentAt", &sentAt)
    fields.field("waited", &waited, unless: 0)
  }
}

/// The stream of pushes from a provider to a device.
public struct StreamID: Hashable, Sendable {
  /// The provider.
  public var provider: ProviderID
  /// The device.
  public var device: PhoneID

  /// Makes the identifier of a stream.
  public init(provider: ProviderID, device: PhoneID) {
    self.provider = provider
    self.device = device
  }
}
