import Foundation

@testable import InboxModel

/// A push system with the records of its pushes, as senders of another service and the user use
/// it.
protocol GuestBench {
  var system: PushSystem { get set }
  var records: [PushRecord] { get set }
  var rejected: [RejectedRequest] { get set }
  var now: Date { get set }
}

extension GuestBench {
  /// Returns a system with changed settings.
  static func makeSystem(
    isStrict: Bool = false, tokenRate: PushRate?, _ change: (inout PhoneSettings) -> Void
  ) -> PushSystem {
    var gatewaySettings = GatewaySettings(isStrict: isStrict)
    gatewaySettings.tokenRate = tokenRate
    var settings = PhoneSettings()
    change(&settings)
    return PushSystem(
      gateway: Gateway(settings: gatewaySettings), device: Phone(settings: settings))
  }

  @discardableResult
  mutating func handle(_ event: PushSystem.Event, at moment: Date) -> [Effect] {
    let effects = system.handle(event, at: moment)
    for effect in effects {
      switch effect {
      case .store(.phone(.insert(let record))): records.append(record)
      case .store(.gateway(.rejected(let push))): rejected.append(push)
      default: break
      }
    }
    return effects
  }

  mutating func set(_ words: String...) throws {
    let reader = SettingChangeReader(now: now, phone: system.device.settings)
    for change in try reader.changes(words) { handle(.changed(change), at: now) }
  }

  mutating func advance(_ seconds: TimeInterval) {
    now += seconds
    handle(.timePassed, at: now)
  }
}
