import Foundation

/// Arguments in, exit code out.
@main
struct Main {
  @MainActor
  static func main() async {
    let status = await CommandDispatcher.run(
      Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    exit(status)
  }
}
