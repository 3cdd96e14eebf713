import Foundation

/// Runs the program with the arguments of the process and exits with its exit code.
@main
struct Main {
  @MainActor
  static func main() async {
    let status = await CommandDispatcher.run(
      Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    exit(status)
  }
}
