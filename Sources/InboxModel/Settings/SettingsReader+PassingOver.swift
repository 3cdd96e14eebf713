extension SettingsReader {
  /// Reads a part that the rest of a file does not depend on: its error is recorded and the part is
  /// skipped. For an assignment of `set`, which is not a file, the error is thrown.
  mutating func passingOver(
    _ read: (inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    do throws(SettingsError) {
      try read(&self)
    } catch {
      guard let notes else { throw error }
      notes.record(error)
    }
  }

  /// Reads an object whose keys are names, such as keys, colors and filters; invalid entries are
  /// skipped.
  mutating func table(
    _ key: String, _ read: (String, inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    try passingOver { reader throws(SettingsError) in
      try reader.names(key) { name, entries throws(SettingsError) in
        try entries.passingOver { entries throws(SettingsError) in try read(name, &entries) }
      }
    }
  }
}
