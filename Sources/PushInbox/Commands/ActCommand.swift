import InboxModel

/// `pushinbox act`: an action as a person would use it.
@MainActor
enum ActCommand {
  static func perform(
    _ arguments: Arguments, _ runtime: AppRuntime, _ output: any CommandOutput
  ) throws -> ExitCode {
    let record = try InboxReading(runtime).record(arguments.words[0])
    let id = record.notification.id
    let device = runtime.system.device
    guard let notification = device.inbox[id] else {
      throw ErrorMessage("#\(id.rawValue) is not in the list any more", .failure)
    }
    let action: ActionIdentifier
    switch arguments.words[1] {
    case "open": action = .open
    case "dismiss": action = .dismiss
    default:
      action = ActionIdentifier(rawValue: arguments.words[1])
      let names = names(for: notification, on: device)
      guard names.contains(action.rawValue) else {
        throw ErrorMessage(
          "#\(id.rawValue) has no action “\(action.rawValue)”; it has "
            + names.joined(separator: ", "), .failure)
      }
    }
    let isText = device.category(of: notification)?.actions.contains {
      $0.identifier == action && $0.textInput != nil
    }
    if isText == true, arguments["text"] == nil {
      throw ErrorMessage("\(action.rawValue) asks for text: --text T", .usage)
    }
    let effects = runtime.handle([
      .device(.acted(on: id, action, text: arguments["text"], at: runtime.clock.now))
    ])
    for case .askToUnlock in effects {
      throw ErrorMessage(
        "\(arguments.words[1]) needs an unlocked phone: pushinbox set lock=unlocked", .failure)
    }
    output.talk("#\(id.rawValue) \(arguments.words[1])")
    return .success
  }

  /// The words for what can be done with a notification.
  nonisolated static func names(
    for notification: DeliveredNotification, on device: Device
  ) -> [String] {
    let actions = device.category(of: notification)?.actions ?? []
    return actions.map(\.identifier.rawValue) + ["open", "dismiss"]
  }
}
