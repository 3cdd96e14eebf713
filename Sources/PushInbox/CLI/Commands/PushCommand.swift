import Foundation
import InboxModel

/// `pushinbox send` and `push`: a push through the gateway, and what came of it.
@MainActor
enum PushCommand {
  static func perform(
    _ arguments: Arguments, input: [UInt8], _ runtime: AppRuntime, _ output: any CommandOutput
  ) throws -> ExitCode {
    let request =
      arguments.command?.name == "send"
      ? try SendCommand.request(
        arguments, at: runtime.clock.now, freshID: runtime.freshID())
      : try request(arguments, input: input, runtime)
    let effects = runtime.handle([.gateway(.pushReceived(request, reply: nil))])
    return PushReport.report(effects, of: request.freshID, runtime, output)
  }

  private static func request(
    _ arguments: Arguments, input: [UInt8], _ runtime: AppRuntime
  ) throws -> PushRequest {
    let words = arguments.words
    do {
      var request = try SimulatorFile.request(
        from: input, app: words.count == 3 ? BundleID(rawValue: words[1]) : nil,
        name: words.last ?? "-", receivedAt: runtime.clock.now, freshID: runtime.freshID())
      // Any other word, `booted` first of all, means this phone.
      if let token = DeviceToken(hex: words[0]) { request.path = "/3/device/" + token.hex }
      return request
    } catch {
      throw ErrorMessage("\(words.last ?? "-"): \(error.because) \(error.fix)", .badInput)
    }
  }
}
