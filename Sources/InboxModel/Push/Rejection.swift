import Foundation

/// Why a check refused a request: the word for the sender, two sentences for people.
struct Rejection: Error, Equatable, Sendable {
  /// The word on the wire.
  var reason: RejectionReason
  /// The cause in a sentence, with the value at fault where there is one.
  var because: String
  /// The correction for the sender.
  var fix: String
  /// Since when the token is of no use; with status 410 only.
  var unregisteredSince: Date?

  /// Takes the table's sentences where the check knows nothing more precise.
  init(_ reason: RejectionReason, because: String? = nil, fix: String? = nil) {
    self.reason = reason
    self.because = because ?? reason.meaning
    self.fix = fix ?? reason.fix
  }
}

/// A value from outside inside a sentence: in curved quotes, and cut when it is long.
func quoted(_ value: String, most: Int = 60) -> String {
  "“" + cut(value, to: most) + "”"
}

/// At most so many scalars of a text from outside; not characters, since one of those can be of any length.
func cut(_ text: String, to most: Int = 60) -> String {
  guard text.utf8.count > most else { return text }
  let start = text.unicodeScalars.prefix(most)
  return String(start) + (start.endIndex < text.endIndex ? "…" : "")
}

/// The first few of a list of values, each in quotes.
func quoted(_ values: [String]) -> String {
  values.prefix(4).map { quoted($0) }.joined(separator: ", ")
    + (values.count > 4 ? " and \(values.count - 4) more" : "")
}
