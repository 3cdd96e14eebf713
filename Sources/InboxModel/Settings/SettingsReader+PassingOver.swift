extension SettingsReader {
  /// Reads a part without which the rest of a file is still right: what is wrong with it is noted
  /// with its place and passed over. What is no file, a word of `set`, has no rest: it is thrown
  /// there.
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

  /// Reads an object whose keys are names, one passed over without the others: keys, colours,
  /// filters.
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
