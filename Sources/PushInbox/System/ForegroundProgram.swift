import CSystem
import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that gets our terminal, such as an editor: of our own process group, so that the keys which
/// stop or interrupt reach it.
struct ForegroundProgram: Equatable, Sendable {
  /// How a program ended.
  enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The program, looked for in `PATH`, and its arguments.
  var arguments: [String]
  var environment: [String: String]
  /// The terminal's two descriptors.
  var input: Int32
  var output: Int32

  /// The person's editor on a file: `VISUAL`, else `EDITOR`, else vi. The variables hold a command of the
  /// shell; the file is no part of it.
  static func editor(
    on path: String, environment: [String: String], input: Int32, output: Int32
  ) -> ForegroundProgram {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let editor = named ?? "vi"
    return ForegroundProgram(
      arguments: ["sh", "-c", editor + " \"$@\"", editor, path], environment: environment,
      input: input, output: output)
  }

  /// Starts it; how it ended is told on the main actor.
  @MainActor
  func start(ended: @escaping @MainActor (Ending) -> Void) throws(SystemError) {
    let process = try spawn()
    let end = MainRelay<Ending>()
    end.receive = ended
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      // The encoding of wait(2), whose macros Swift does not see.
      let signal = status & 0x7f
      end.send(signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal))
    }
  }

  private func spawn() throws(SystemError) -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGCHLD] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    csys_spawn_closing_others(
      &actions, &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let name = arguments.first ?? ""
    var process = pid_t()
    let code = posix_spawnp(&process, name, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError("posix_spawn", path: name, code: code) }
    return process
  }
}
