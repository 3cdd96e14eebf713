import Foundation

/// The provider's side and the phone, joined by a perfect link: what the live program, a scenario and a
/// test run alike.
public struct PushSystem: Equatable, Sendable {
  /// APNs.
  public private(set) var gateway: Gateway
  /// The phone.
  public private(set) var device: Device

  /// What happens to the two.
  public indirect enum Event: Equatable, Sendable {
    /// Something the gateway hears.
    case gateway(Gateway.Event)
    /// Something the phone hears.
    case device(Device.Event)
    /// A setting was changed; it reaches whom it concerns.
    case changed(SettingChange, at: Date)
    /// The gateway's settings came whole.
    case gatewayConfigured(GatewaySettings)
    /// The clock went on.
    case timePassed(Date)
  }

  /// Joins the two.
  public init(gateway: Gateway = Gateway(), device: Device) {
    self.gateway = gateway
    self.device = device
  }

  /// When ``Event/timePassed(_:)`` is next needed; nil when nothing waits.
  public var nextMoment: Date? {
    switch (gateway.nextMoment, device.nextMoment) {
    case (let first?, let second?): min(first, second)
    case (let first, let second): first ?? second
    }
  }

  /// Handles one event; effects are to be carried out in their order.
  public mutating func handle(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    handle(event, &effects)
    return effects
  }

  /// The same, adding to what is to be done already.
  public mutating func handle(_ event: Event, _ effects: inout [Effect]) {
    switch event {
    case .gateway(let event): tell(event, &effects)
    case .device(let event): device.handle(event, &effects)
    case .changed(.online(let isOnline), let at):
      // The phone keeps and tells the change; the gateway then delivers what waited.
      device.handle(.changed(.online(isOnline), at: at), &effects)
      tell(.deviceOnline(isOnline, at: at), &effects)
    case .changed(let change, let at): device.handle(.changed(change, at: at), &effects)
    case .gatewayConfigured(let settings): gateway.settings = settings
    case .timePassed(let date):
      tell(.timePassed(date), &effects)
      device.handle(.timePassed(date), &effects)
    }
  }

  private mutating func tell(_ event: Gateway.Event, _ effects: inout [Effect]) {
    for effect in gateway.handle(event) {
      switch effect {
      case .answer(let answer, let reply): effects.append(.answer(answer, to: reply))
      case .deliver(let delivery):
        device.handle(
          .delivered(delivery, at: max(delivery.receivedAt, moment(of: event))), &effects)
      case .reject(let refused):
        effects.append(.store(.refused(refused)))
        effects.append(
          .emit(InboxEvent(at: refused.refusal.at, app: refused.app, kind: .rejected(refused))))
      case .store(let change): effects.append(.store(change))
      }
    }
  }

  private func moment(of event: Gateway.Event) -> Date {
    switch event {
    case .pushReceived(let request, _): request.receivedAt
    case .refused(let refusal): refusal.at
    case .deviceOnline(_, let at): at
    case .timePassed(let date): date
    }
  }
}
