import Foundation
import InboxModel

/// `pushinbox completions`: prints the completion script of a shell, or the words that such a
/// script asks for.
struct CompletionsCommand: ReadingCommand {
  nonisolated static let spec = CommandSpec(
    name: "completions",
    synopsis: "bash|zsh|fish | --line LINE",
    summary: "print completions for a shell",
    details: """
      bash: eval "$(pushinbox completions bash)" in ~/.bashrc
      zsh: source <(pushinbox completions zsh) in ~/.zshrc, or its output in a file _pushinbox of $fpath
      fish: pushinbox completions fish > ~/.config/fish/completions/pushinbox.fish
      make install installs all three. The scripts run this command with --line; pushes, apps and settings are \
      those of the running inbox, or of the store.
      """,
    options: [
      OptionSpec(
        name: "line", placeholder: "LINE",
        help: "print the words that complete LINE, each with a tab and its meaning")
    ],
    examples: ["pushinbox completions bash", "pushinbox completions --line 'pushinbox set lo'"],
    wordCount: 0...1, takes: .names(CompletionShell.allCases.map(\.rawValue)),
    otherNames: ["completion"])

  // On the screen, Tab completes the line itself.
  nonisolated static let host = CommandSpec.Host.process

  let arguments: Arguments

  func run(in shell: Shell) async throws -> Int32 {
    guard let line = arguments["line"] else {
      guard !arguments.words.isEmpty else {
        throw Arguments.Failure.needsWords(Self.spec.synopsis, Self.spec.name)
      }
      let name: CompletionShell = try arguments.choice()
      shell.output.writeData(CompletionScript.text(for: name))
      return ExitCode.success.rawValue
    }
    guard arguments.words.isEmpty else {
      throw Arguments.Failure.takesOne("bash|zsh|fish", or: "--line", Self.spec.name)
    }
    let inbox = shell.ofInbox(in: line)
    for text in askInbox(line, inbox) ?? answer(line, inbox) { shell.output.writeData(text) }
    return ExitCode.success.rawValue
  }

  /// Returns the answer of the running inbox; nil if there is none, or it does not answer at once.
  private func askInbox(_ line: String, _ shell: Shell) -> [String]? {
    let request = ControlRequest(words: [Self.spec.name, "--line", line])
    var text = ""
    let code = try? ControlClient.ask(
      request, at: shell.places.runningSocket(), limit: .silence(.seconds(1))
    ) { line in
      switch line {
      case .out(let more): text += more
      case .err: break
      case .exit(let code): return code
      }
      return nil
    }
    return code == ExitCode.success.rawValue ? text.split(separator: "\n").map { String($0) } : nil
  }

  /// Returns the answer from the store; without one from the configuration alone.
  private func answer(_ line: String, _ shell: Shell) -> [String] {
    if let folder = shell.places.store, let reading = try? shell.reading(of: folder) {
      return CompletionAnswer(to: line, reading.device, filters: reading.filterNames).lines
    }
    let configuration = (try? shell.files.load())?.configuration ?? shell.files.defaults
    return CompletionAnswer(
      to: line, Phone(settings: configuration.phone),
      filters: configuration.filters.keys.sorted()
    ).lines
  }

  func read(_ reading: InboxReading, _ output: any CommandOutput) throws {
    guard let line = arguments["line"] else { throw ErrorMessage.needsShell(Self.spec.name) }
    let answer = CompletionAnswer(to: line, reading.device, filters: reading.filterNames)
    answer.lines.forEach(output.writeData)
  }
}

extension Shell {
  /// Returns a shell that addresses the inbox of another command line, as far as that has been
  /// typed.
  fileprivate func ofInbox(in line: String) -> Shell {
    let words = ShellWords(line).words.map(\.text)
    var selecting: [String] = []
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      for option in CommandTable.commonOptions where Self.selectors.contains(option.name) {
        if word == "--" + option.name {
          selecting += option.placeholder == nil ? [word] : [word, next]
        } else if word.hasPrefix("--\(option.name)=") {
          selecting.append(word)
        }
      }
    }
    guard let arguments = try? Arguments(selecting + self.words, environment: environment),
      let places = try? RuntimePaths(arguments, environment, opensInbox: false)
    else { return self }
    return Shell(
      words: self.words, arguments: arguments, environment: environment, places: places,
      output: output)
  }

  /// The options that select an inbox.
  private static let selectors: Set = ["socket", "store", "config", "ephemeral"]
}

/// The shells for which there is a completion script.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish
}
