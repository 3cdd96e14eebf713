import Foundation

/// The error of a failed check: the reason for the sender, two sentences for people.
struct Rejection: Error, Equatable, Sendable {
  /// The reason on the wire.
  var reason: RejectionReason
  /// The cause in one sentence, with the offending value if there is one.
  var because: String
  /// The correction for the sender.
  var fix: String
  /// The moment from which the token is not valid; with status 410 only; nil otherwise.
  var unregisteredSince: Date?

  /// Makes an error with the table's sentences, unless the check has more precise ones.
  init(_ reason: RejectionReason, because: String? = nil, fix: String? = nil) {
    self.reason = reason
    self.because = because ?? reason.meaning
    self.fix = fix ?? reason.fix
  }
}

/// Returns an outside value for use in a sentence: in curved quotes, and cut to `most` scalars.
func quoted(_ value: String, most: Int = 60) -> String {
  "“" + cut(value, to: most) + "”"
}

/// Returns at most this number of scalars of an outside text. It counts scalars because a character
/// can have any length.
func cut(_ text: String, to most: Int = 60) -> String {
  guard text.utf8.count > most else { return text }
  let start = text.unicodeScalars.prefix(most)
  return String(start) + (start.endIndex < text.endIndex ? "…" : "")
}

/// Returns the first values of a list, each in quotes.
func quoted(_ values: [String]) -> String {
  values.prefix(4).map { quoted($0) }.joined(separator: ", ")
    + (values.count > 4 ? " and \(values.count - 4) more" : "")
}
