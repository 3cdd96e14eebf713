/// An option of one or several commands.
struct OptionSpec: Equatable, Sendable {
  /// The name without dashes.
  var name: String
  /// The name of its value in `--help`; nil for a flag.
  var placeholder: String?
  /// One line of help.
  var help: String
  /// Whether it may be given several times.
  var isRepeatable = false
  /// Whether the environment may give it too.
  var isFromEnvironment = true
  /// The words its value may be; empty where they cannot be counted.
  var choices: [String] = []
  /// The names of the option in other programs: such a word is an error that names this one.
  var otherNames: [String] = []

  /// The same option in the environment: `--print-endpoints` is `PUSHINBOX_PRINT_ENDPOINTS`.
  var environmentName: String {
    "PUSHINBOX_" + name.uppercased().replacing("-", with: "_")
  }
}
