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
    guard let notification = device.entry(id) else {
      throw ErrorMessage("#\(id.rawValue) is not in the list any more", .failure)
    }
    let word = arguments.words[1]
    let words = device.actionWords(of: notification)
    guard words.contains(word) else {
      throw ErrorMessage(
        "#\(id.rawValue) has no action “\(word)”; it has " + words.joined(separator: ", "),
        .failure)
    }
    let action = ActionIdentifier(word: word)
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
        "\(word) needs an unlocked phone: pushinbox set lock=unlocked", .failure)
    }
    output.talk("#\(id.rawValue) \(word)")
    return .success
  }
}
