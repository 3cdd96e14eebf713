/// The specification of an option.
struct OptionSpec: Equatable, Sendable {
  /// The name without dashes.
  var name: String
  /// The name of its value in `--help`; nil for a flag.
  var placeholder: String?
  /// One line of help.
  var help: String
  /// Whether it may be given several times.
  var isRepeatable = false
  /// Whether it can also be given in the environment if commands share it.
  var isFromEnvironment = true
  /// The possible values; empty if they cannot be listed.
  var choices: [String] = []
  /// The names of the option in other programs. Such a word is an error that names this option.
  var otherNames: [String] = []

  /// The name of the option in the environment: `PUSHINBOX_PRINT_ENDPOINTS` for
  /// `--print-endpoints`.
  var environmentName: String {
    "PUSHINBOX_" + name.uppercased().replacing("-", with: "_")
  }
}
