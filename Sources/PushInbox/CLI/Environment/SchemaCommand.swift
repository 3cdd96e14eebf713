import InboxModel

/// `pushinbox schema`: prints a JSON Schema.
struct SchemaCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "schema", synopsis: JSONSchema.allCases.map(\.rawValue).joined(separator: "|"),
    summary: "print a JSON Schema for editors and validators",
    details: """
      payload: its keys, with the types and ranges that lint expects. push: a push line or file. scenario: a line of a scenario. \
      config: a configuration file. event: a line of events --json. inbox: the output of ls --json. \
      The schemas are of draft-07.
      """,
    examples: ["pushinbox schema config > config.schema.json"], wordCount: 1...1,
    takes: .names(JSONSchema.allCases.map(\.rawValue)))

  let arguments: Arguments

  func run(in shell: Shell) throws -> Int32 {
    let schema: JSONSchema = try arguments.choice()
    shell.output.writeData(schema.text)
    return ExitCode.success.rawValue
  }
}
