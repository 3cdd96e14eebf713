extension Key {
  /// The key of a US keyboard at the place of this letter in the Russian layout (ЙЦУКЕН); nil for
  /// other keys.
  var onLatinLayout: Key? {
    guard case .character(let character) = self else { return nil }
    return Self.latin[character].map(Key.character)
  }

  private static let latin = Dictionary(
    uniqueKeysWithValues: zip(
      "ёйцукенгшщзхъфывапролджэячсмитьбю" + "ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ",
      "`qwertyuiop[]asdfghjkl;'zxcvbnm,." + "~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"))
}
