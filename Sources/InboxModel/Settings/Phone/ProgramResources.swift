/// The limits of a configured program, beside its time limit.
public struct ProgramResources: Equatable, Sendable {
  /// The memory limit in megabytes (1,000,000 bytes), including its child processes.
  public var memory: Int
  /// The names of the environment variables that it receives beside those of every program.
  public var variables: [String]

  /// The memory of a service extension on a phone: 24 MB. Apple documents no figure; the log of a
  /// phone states it when it ends an extension (github.com/nextcloud/talk-ios, issue 1223).
  public static let phoneMemory = 24

  /// The valid memory limits, in megabytes.
  static let memories = 1...65_536

  /// Makes limits.
  public init(memory: Int = phoneMemory, variables: [String] = []) {
    self.memory = memory
    self.variables = variables
  }
}

extension ProgramResources {
  /// The keys of these limits in an object that names a program, as read.
  struct Draft: Equatable, Sendable {
    var memory: Int?
    var variables: [String]?

    static let fields: [SettingField<Self>] = [
      .value(
        "memory", \.memory, .given(.number(in: memories)),
        "The memory limit of the program in MB; beyond it the program is ended."),
      .value(
        "environment", \.variables, .given(.variables),
        "Environment variables of the program, in addition to the usual ones."),
    ]
  }

  /// Returns the limits with the given keys applied.
  func changed(by draft: Draft) -> ProgramResources {
    ProgramResources(memory: draft.memory ?? memory, variables: draft.variables ?? variables)
  }

  /// The limits as keys.
  var draft: Draft { Draft(memory: memory, variables: variables) }
}

extension SettingScalar where Value == [String] {
  /// The names of environment variables.
  static var variables: Self {
    Self(
      expected: "a list of names of environment variables", kinds: [.array],
      convert: { value in
        let names = value.array?.compactMap(\.string).filter { !$0.isEmpty && !$0.contains("=") }
        return names?.count == value.array?.count ? names : nil
      },
      json: { names in names.isEmpty ? nil : .array(names.map { .string($0) }) })
  }
}
