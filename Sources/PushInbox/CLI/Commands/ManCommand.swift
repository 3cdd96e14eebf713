/// `pushinbox man`: prints the manual page.
struct ManCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "man", synopsis: "", summary: "print the manual page",
    details: "Prints its source for man; make install installs it.",
    examples: ["pushinbox man | man -l -"], wordCount: 0...0)

  let arguments: Arguments

  func run(in shell: Shell) -> Int32 {
    shell.output.writeData(ManualPage.text())
    return ExitCode.success.rawValue
  }
}
