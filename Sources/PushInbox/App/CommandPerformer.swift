/// A function that carries out a command typed in the inbox, with the bytes of its input file.
typealias CommandPerformer =
  @MainActor (Arguments, _ input: [UInt8], any CommandOutput) throws -> ExitCode
