/// What a program that a configuration names may use, beside its time.
public struct ProgramResources: Equatable, Sendable {
  /// The most megabytes (1,000,000 bytes) of memory, with that of the programs it starts.
  public var memory: Int
  /// The names of the environment variables that it gets beside those that every program gets.
  public var variables: [String]

  /// The memory of a service extension on a phone: 24 MB, as reported by developers of such extensions
  /// (developer.apple.com/forums/thread/73148); Apple documents no figure.
  public static let phoneMemory = 24

  /// The memories that can be set, in megabytes.
  static let memories = 1...65_536

  /// Makes a value.
  public init(memory: Int = phoneMemory, variables: [String] = []) {
    self.memory = memory
    self.variables = variables
  }
}

extension SettingScalar where Value == [String] {
  /// Names of environment variables.
  static var variables: Self {
    Self(
      expected: "a list of names of environment variables",
      convert: { value in
        let names = value.array?.compactMap(\.string).filter { !$0.isEmpty && !$0.contains("=") }
        return names?.count == value.array?.count ? names : nil
      },
      json: { names in names.isEmpty ? nil : .array(names.map { .string($0) }) })
  }
}
