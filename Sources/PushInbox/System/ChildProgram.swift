/// A program that somebody named in a configuration: a hook, a service extension.
struct ChildProgram: Equatable, Sendable {
  /// The program and its arguments. A name with a slash is looked for in ``folder``, others in `PATH`.
  var arguments: [String]
  /// The folder it works in: that of the configuration file.
  var folder: String
  /// How long it may take: 30 s.
  var limit: Duration = .seconds(30)
  /// How long it has, once asked to end (SIGTERM), before it is made to (SIGKILL).
  var grace: Duration = .seconds(2)
  /// How many bytes of its standard output are wanted; with more it is ended. 0 leaves it none.
  var mostOutput = 0
  /// The most bytes of memory, with that of the programs it starts; nil: as many as it wants. With it,
  /// ``limit`` bounds its processor time, too. Linux only.
  var mostMemory: Int?
  /// Whether the programs that it started end with it.
  var endsChildren = false
}
