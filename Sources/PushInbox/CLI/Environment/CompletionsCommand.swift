import InboxModel

/// `pushinbox completions`: what a shell needs to complete words.
struct CompletionsCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "completions", synopsis: "bash|zsh|fish", summary: "what a shell needs to complete words",
    details: """
      bash: eval "$(pushinbox completions bash)" in ~/.bashrc
      zsh: source <(pushinbox completions zsh) in ~/.zshrc, or the same in a file _pushinbox of $fpath
      fish: pushinbox completions fish > ~/.config/fish/completions/pushinbox.fish
      make install puts all three where shells look.
      """,
    examples: ["pushinbox completions bash"], wordCount: 1...1,
    takes: .names(CompletionShell.allCases.map(\.rawValue)), otherNames: ["completion"])

  let arguments: Arguments

  func run(in shell: Shell) throws -> Int32 {
    shell.output.writeData(CompletionScript.text(for: try completionShell()))
    return ExitCode.success.rawValue
  }

  /// Reads the word of a command line.
  private func completionShell() throws(Arguments.Failure) -> CompletionShell {
    let word = arguments.words[0]
    if let shell = CompletionShell(rawValue: word) { return shell }
    let names = CompletionShell.allCases.map(\.rawValue)
    let nearest = NearestName.of(word, among: names).map { "; did you mean \($0)?" }
    throw .words(
      command: "completions",
      problem: "has none for “\(word)”" + (nearest ?? ": \(names.joined(separator: ", "))"))
  }
}

/// The shells for which there is a completion script.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish
}
