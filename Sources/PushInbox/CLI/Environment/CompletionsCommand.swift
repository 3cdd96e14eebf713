import InboxModel

/// `pushinbox completions`: prints the completion script of a shell.
struct CompletionsCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "completions", synopsis: "bash|zsh|fish", summary: "print completions for a shell",
    details: """
      bash: eval "$(pushinbox completions bash)" in ~/.bashrc
      zsh: source <(pushinbox completions zsh) in ~/.zshrc, or its output in a file _pushinbox of $fpath
      fish: pushinbox completions fish > ~/.config/fish/completions/pushinbox.fish
      make install installs all three.
      """,
    examples: ["pushinbox completions bash"], wordCount: 1...1,
    takes: .names(CompletionShell.allCases.map(\.rawValue)), otherNames: ["completion"])

  let arguments: Arguments

  func run(in shell: Shell) throws -> Int32 {
    let name: CompletionShell = try arguments.choice()
    shell.output.writeData(CompletionScript.text(for: name))
    return ExitCode.success.rawValue
  }
}

/// The shells for which there is a completion script.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish
}
