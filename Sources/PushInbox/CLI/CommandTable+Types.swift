extension CommandTable {
  /// All commands, in the order of the help.
  static let types: [any ShellCommand.Type] = [
    InboxCommand.self, DemoCommand.self, SendCommand.self, PushCommand.self, IngestCommand.self,
    ListCommand.self, ShowCommand.self, WhyCommand.self, ExportCommand.self, ActCommand.self,
    ReadCommand.self, RemoveCommand.self, ResetCommand.self, SetCommand.self, WhatIfCommand.self,
    WaitCommand.self,
    EventsCommand.self, TokensCommand.self, RecordCommand.self, FaultCommand.self,
    QueueCommand.self,
    ReadyCommand.self, CACommand.self, EnvCommand.self, ConfigCommand.self, RunCommand.self,
    LintCommand.self, SchemaCommand.self, CompletionsCommand.self, ManCommand.self,
  ]

  /// The specifications of the commands.
  static let commands = types.map { type in
    var spec = type.spec
    spec.host = type.host
    return spec
  }

  /// Returns the command of a command line; without a name it is the one that opens the inbox.
  static func type(of command: CommandSpec?) -> any ShellCommand.Type {
    types.first { $0.spec.name == command?.name } ?? InboxCommand.self
  }
}
