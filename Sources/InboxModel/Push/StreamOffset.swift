import Foundation

/// The position of a push among those of its provider: by this a phone knows what it has
/// already.
public struct StreamOffset: Equatable, Sendable {
  /// The provider.
  public var provider: ProviderID
  /// The device it was offered to: each has positions of its own.
  public var device: PhoneID
  /// The app, as the provider names it.
  public var app: BundleID
  /// The position, from 1, ascending with each push of the app.
  public var position: Int
  /// Whether it was sent before, and is sent again on request.
  public var isRepeat: Bool
  /// When the provider accepted it, by the provider's clock; nil where it does not say.
  public var sentAt: Date?
  /// Seconds it waited with the provider before it was sent here.
  public var waited: TimeInterval = 0

  /// Names a place.
  public init(
    provider: ProviderID, device: PhoneID, app: BundleID, position: Int, isRepeat: Bool = false
  ) {
    self.provider = provider
    self.device = device
    self.app = app
    self.position = position
    self.isRepeat = isRepeat
  }

  /// Whose positions these are.
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

  /// Names it.
  public init(provider: ProviderID, device: PhoneID) {
    self.provider = provider
    self.device = device
  }
}
