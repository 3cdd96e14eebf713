import Foundation
import InboxModel

/// `pushinbox config`: the settings in force with their origins, the user's changes, and the files.
struct ConfigCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "config", synopsis: "show|diff|reset|check|reload|init|untrust",
    summary: "show, check and reset the configuration",
    details: """
      config show [--origin]   prints the settings in force as a file; with the source of each value. \
      With --config FILE they are those of an inbox that reads this file, whether one runs or not
      config diff              prints the changes made on the screen or by set, as a file
      config reset [KEY…]      resets such changes: all, by their keys, or all below apps.BUNDLE
      config check [FILE]      reports every mistake with its place, in files of categories too; exits 6 \
      for a mistake. Remarks, such as on a program that does not exist or on a setting of \
      ./.pushinbox.json5 that needs consent, are no mistakes
      config reload            makes the running inbox read the files again
      config untrust           withdraws the consent given by --trust-folder to the file of this folder
      config init              writes a file with defaults and examples; never overwrites one; shell only
      """,
    options: [
      OptionSpec(name: "origin", help: "with show: the source of each value"),
      OptionSpec(name: "json", help: "with show and diff: JSON; with --origin one line per value"),
    ],
    examples: [
      "pushinbox config show --origin", "pushinbox config reset lock apps.com.example.chat",
    ],
    wordCount: 1...Int.max, takes: .names(ConfigVerb.allCases.map(\.rawValue)))

  let arguments: Arguments

  /// Carries out the command in the running inbox if there is one, otherwise with the files and the
  /// store.
  func run(in shell: Shell) throws -> Int32 {
    let (files, places, output) = (shell.files, shell.places, shell.output)
    let verb = try ConfigVerb(arguments)
    switch verb {
    case .check: return try check(files, output).rawValue
    case .create: return try create(files, output).rawValue
    case .untrust:
      output.talk(try files.untrustFolder())
      return ExitCode.success.rawValue
    case .show, .diff, .reset, .reload: break
    }
    // The running inbox may have read another file than the one of a typed --config.
    let isOfFile = try verb == .show && Arguments(shell.words).has("config")
    if !isOfFile, let status = try askInbox(shell, isNeeded: verb == .reload) { return status }
    if verb == .reset {
      try reset(places, output)
    } else {
      report(verb, State(loaded: try files.load(), changes: try storedChanges(places)), output)
    }
    return ExitCode.success.rawValue
  }

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let runtime = inbox.runtime
    let verb = try ConfigVerb(arguments)
    switch verb {
    case .show, .diff: report(verb, State(runtime), output)
    case .reset:
      let keys = try keys(in: runtime.system.device.changes)
      runtime.handle([.device(.reset(keys))])
      reportReset(of: keys, output)
    case .reload:
      for line in try runtime.reload() { output.talk(line) }
    case .check: return try check(runtime.files, output)
    case .untrust: output.talk(try runtime.files.untrustFolder())
    case .create: throw ErrorMessage.configInitNeedsShell
    }
    return .success
  }

  /// Sends the command to the inbox; nil when none runs and none is needed.
  private func askInbox(_ shell: Shell, isNeeded: Bool) throws -> Int32? {
    do {
      return try ControlClient.run(
        ControlRequest(words: shell.words), at: shell.places.runningSocket())
    } catch {
      guard case ControlError.noInstance = error, !isNeeded, !shell.places.namesInbox else {
        throw error
      }
      return nil
    }
  }

  // MARK: Reporting

  /// The settings in force with their sources.
  private struct State {
    var loaded: LoadedConfiguration
    var changes: SettingChanges
    /// The settings of the files with the user's changes.
    var phone: PhoneSettings

    init(loaded: LoadedConfiguration, changes: SettingChanges) {
      self.loaded = loaded
      self.changes = changes
      phone = changes.applied(to: loaded.configuration.phone)
    }

    @MainActor init(_ runtime: AppRuntime) {
      loaded = runtime.loaded
      changes = runtime.system.device.changes
      phone = runtime.system.device.settings
    }
  }

  private func report(_ verb: ConfigVerb, _ state: State, _ output: any CommandOutput) {
    for notice in state.loaded.notices { output.talk("pushinbox: " + notice) }
    if verb == .diff {
      diff(state.changes, output)
    } else {
      show(state, output)
    }
  }

  private func show(_ state: State, _ output: any CommandOutput) {
    let object = state.loaded.configuration.json(phone: state.phone)
    let origins = SettingOrigins(files: state.loaded.files, changes: state.changes)
    switch (arguments.has("json"), arguments.has("origin")) {
    case (true, true):
      for (path, value) in ConfigurationText.values(object) {
        let line: JSONObject = [
          "origin": .string(origins.origin(of: path).text),
          "path": .string(SettingPath(path).text), "value": value,
        ]
        output.writeData(JSONWriter.text(.object(line), printable: true))
      }
      for (place, path) in state.loaded.withheld {
        let line: JSONObject = ["leftOut": true, "origin": .string(place), "path": .string(path)]
        output.writeData(JSONWriter.text(.object(line), printable: true))
      }
    case (true, false):
      output.writeData(JSONWriter.text(.object(object), pretty: true, printable: true))
    case (false, let showsOrigin):
      let lines = ConfigurationText.lines(object) { path in
        showsOrigin ? origins.origin(of: path).text : nil
      }
      for line in lines { output.result(line) }
      guard showsOrigin else { return }
      for (place, path) in state.loaded.withheld {
        output.result("// left out without consent: \(path)  // \(place)")
      }
    }
  }

  private func diff(_ changes: SettingChanges, _ output: any CommandOutput) {
    guard !arguments.has("json") else {
      return output.writeData(
        JSONWriter.text(.object(changes.file), pretty: true, printable: true))
    }
    for line in changes.lines { output.result(line) }
  }

  // MARK: Resetting changes

  private func reset(_ places: RuntimePaths, _ output: StandardOutput) throws {
    let keys = try keys(in: storedChanges(places))
    if !keys.isEmpty, let folder = places.store {
      let store = try Store(at: .folder(folder))
      try store.commit(keys.map { .phone(.setting(key: $0, value: nil)) })
      store.close()
    }
    reportReset(of: keys, output)
  }

  /// Returns the keys of the named changes; all of them without a word.
  private func keys(in changes: SettingChanges) throws -> [String] {
    let words = arguments.words.dropFirst()
    guard !words.isEmpty else { return changes.inOrder.map(\.key) }
    var keys: [String] = []
    for word in words {
      let found = changes.keys(under: word)
      if found.isEmpty, !SettingChange.isKey(word) {
        throw ErrorMessage.settings(
          SettingsError(
            .unknownKey, path: word,
            suggestion: NearestName.of(word, among: changes.inOrder.map(\.key))
              ?? SettingChange.suggestion(for: word)))
      }
      keys += found.filter { !keys.contains($0) }
    }
    return keys
  }

  private func reportReset(of keys: [String], _ output: any CommandOutput) {
    output.talk(
      keys.isEmpty ? ResultMessage.noSettingChanged : ResultMessage.reset(keys))
  }

  /// Returns the user's changes in the store; none if there is no store.
  private func storedChanges(_ places: RuntimePaths) throws -> SettingChanges {
    guard let folder = places.store else { return SettingChanges() }
    do {
      let store = try Store(at: .folder(folder), access: .readOnly)
      defer { store.close() }
      return try store.changes()
    } catch {
      guard case .missing = error else { throw error }
      return SettingChanges()
    }
  }

  // MARK: Files

  private func check(_ files: ConfigurationFiles, _ output: any CommandOutput) throws -> ExitCode {
    let named = arguments.words.count > 1 ? arguments.words[1] : nil
    let sources = try files.read(named)
    var isFine = true
    for source in sources {
      let (problems, remarks) = source.findings
      for line in problems + remarks { output.talk(line) }
      if problems.isEmpty {
        output.result(ResultMessage.fine(source.file.name, remarks: remarks.count))
      }
      isFine = isFine && problems.isEmpty
    }
    if sources.isEmpty { output.result(ResultMessage.noConfiguration) }
    return isFine ? .success : .configuration
  }

  private func create(_ files: ConfigurationFiles, _ output: StandardOutput) throws -> ExitCode {
    let path = files.userFile
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ErrorMessage.configurationExists(path)
    }
    try Folder.make(WholeFile.folder(of: path), mode: 0o777)
    try WholeFile.write(Array(ConfigurationTemplate.text.utf8), to: path)
    output.writeData(path)
    return .success
  }
}

extension ConfigurationFiles.Source {
  /// The errors of a file, a sentence each, and remarks about settings that are probably not
  /// intended.
  @MainActor var findings: (problems: [String], remarks: [String]) {
    let (configuration, errors) = Configuration.checked(
      file.bytes, fileName: file.name, allowsPrograms: isTrusted, without: file.withheld,
      files: files)
    let origins = SettingOrigins(files: [file], changes: SettingChanges())
    let problems = errors + ScreenSettings(configuration.phone).problems.map(origins.placed)
    return (
      problems.inOrder(from: file.name).map(\.message),
      withheld + (problems.isEmpty ? configuration.allRemarks.map { "\(file.name): \($0)" } : [])
    )
  }

  /// The settings that were ignored without consent, with their positions, then the remedy.
  private var withheld: [String] {
    file.withheld.prefix(1000).map { setting in
      ResultMessage.leftOut(
        setting.path,
        at: "\(file.name):\(setting.position.line):\(setting.position.column)")
    } + [notice].compactMap(\.self)
  }
}
