import InboxModel

/// `pushinbox push`: sends a push from a file through the gateway, and reports its outcome.
struct PushCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "push", synopsis: "DEVICE [BUNDLE] FILE|-",
    summary: "send an .apns file; arguments of `xcrun simctl push`",
    details: """
      DEVICE is a device token, or any other word (such as booted) for this phone. BUNDLE can be left out if \
      the file has a “Simulator Target Bundle”.
      """,
    examples: [
      "pushinbox push booted com.example.mail assets/welcome.apns",
      "echo '{\"aps\":{\"alert\":\"Hi\"}}' | pushinbox push booted com.example.app -",
    ],
    wordCount: 2...3, takes: .files, input: .file)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    inbox.receive(try request(inbox.input, inbox.runtime), output)
  }

  private func request(_ input: [UInt8], _ runtime: AppRuntime) throws -> PushRequest {
    let words = arguments.words
    do {
      var request = try SimulatorFile.request(
        from: input, app: words.count == 3 ? BundleID(words[1]) : nil,
        name: words.last ?? "-", receivedAt: runtime.clock.now, freshID: AppRuntime.freshID())
      // Any other word, for instance `booted`, means this phone.
      if let token = DeviceToken(hex: words[0]) { request.path = "/3/device/" + token.hex }
      return request
    } catch {
      throw ErrorMessage.notAPush(words.last ?? "-", error)
    }
  }
}
