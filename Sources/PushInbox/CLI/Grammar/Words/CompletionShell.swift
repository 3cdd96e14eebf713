/// The shells for which there is a completion script.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish
}
