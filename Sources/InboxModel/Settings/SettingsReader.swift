import Foundation

/// Reads the keys of one object and remembers which it was asked for, so that ``finish()`` can refuse the
/// others. A key that is absent changes nothing.
struct SettingsReader {
  /// The object's path, empty at the top.
  let path: String
  /// The text around it.
  let source: SettingsSource
  let object: JSONObject
  /// The byte offset of the object.
  let offset: Int
  /// Where is noted what is wrong and does not stop the rest; nil where the first of it is thrown.
  let notes: NotedProblems?
  /// Where all is noted that is wrong in lists and in the files it names; nil where the first of it is thrown.
  var noted: NotedProblems? { notes?.isComplete == true ? notes : nil }
  private var known: [String] = []
  /// Notes what is asked for, where nothing is read but ``SettingsSchema`` is made.
  private let recorder: SettingsSchema.Recorder?

  /// What was found wrong, each once, however often it is found.
  final class NotedProblems {
    /// Whether all of it is to be told; else only what is passed over when a file is read for use.
    let isComplete: Bool
    private(set) var errors: [SettingsError] = []

    init(isComplete: Bool) {
      self.isComplete = isComplete
    }

    func note(_ error: SettingsError) {
      // What was wrong and therefore left out is not missing.
      let isKnown = errors.contains {
        $0 == error
          || error.problem == .missing
            && ($0.path == error.path || $0.path.hasPrefix(error.path + "["))
      }
      if !isKnown, errors.count < 1000 { errors.append(error) }
    }
  }

  init(
    _ object: JSONObject, path: String = "", offset: Int = 0, source: SettingsSource,
    noting notes: NotedProblems? = nil
  ) {
    self.object = object
    self.notes = notes
    self.path = path
    self.offset = offset
    self.source = source
    recorder = nil
  }

  /// A reader that has nothing to read and notes what it is asked for.
  init(describedBy recorder: SettingsSchema.Recorder) {
    object = JSONObject()
    path = ""
    offset = 0
    notes = nil
    source = SettingsSource(bytes: [])
    self.recorder = recorder
  }

  private func note(_ key: String, _ expected: String, choices: [String] = [], isList: Bool = false)
  {
    recorder?.note(key, .value(.init(expected: expected, choices: choices, isList: isList)))
  }

  /// The keys there are, in their order, each once.
  var keys: [String] {
    var seen: Set<String> = []
    return object.members.map(\.key).filter { seen.insert($0).inserted }
  }

  /// Whether a key is there, known or not.
  func has(_ key: String) -> Bool {
    object.member(key) != nil
  }

  /// Refuses keys nobody asked for, and keys that stand there twice.
  func finish() throws(SettingsError) {
    if let first = leftovers(limit: 1).first { throw first }
  }

  private func leftovers(limit: Int) -> [SettingsError] {
    guard recorder == nil else { return [] }
    var errors: [SettingsError] = []
    var seen: Set<String> = []
    for member in object.members
    where !seen.insert(member.key).inserted && errors.count < limit {
      errors.append(
        source.error(.repeated, path: path(to: member.key), offset: member.keyOffset))
    }
    for member in object.members where !known.contains(member.key) && errors.count < limit {
      errors.append(
        source.error(
          .unknownKey, path: path(to: member.key),
          suggestion: NearestName.of(member.key, among: known), offset: member.keyOffset))
    }
    return errors
  }

  /// Fetches the value of a key, which is known from now on.
  mutating func value(_ key: String) -> JSONValue? {
    known.append(key)
    return object[key]
  }

  /// Reads a value with `convert`, which gives nil for what is not `expected`.
  mutating func read<Value>(
    _ key: String, as expected: String, into target: inout Value, _ convert: (JSONValue) -> Value?
  ) throws(SettingsError) {
    note(key, expected)
    guard let value = value(key) else { return }
    guard let converted = convert(value) else { throw wrong(key, expected) }
    target = converted
  }

  // MARK: Types

  mutating func flag(_ key: String, into target: inout Bool) throws(SettingsError) {
    try read(key, as: "`true` or `false`", into: &target, \.bool)
    describe(key, as: .flag)
  }

  /// Records the schema of a key when the reader describes the settings instead of reading them.
  func describe(_ key: String, as schema: SettingsSchema) {
    recorder?.note(key, schema)
  }

  mutating func entitlement(
    _ key: String, into target: inout Entitlement
  ) throws(SettingsError) {
    note(key, Entitlement.words.alternatives, choices: Entitlement.words)
    guard let value = value(key) else { return }
    guard let read = Entitlement(json: value) else {
      throw notOne(of: Entitlement.words, value, key)
    }
    target = read
  }

  mutating func text(_ key: String, into target: inout String) throws(SettingsError) {
    try read(key, as: "a string", into: &target, \.string)
  }

  /// `null` takes the value away.
  mutating func text(_ key: String, into target: inout String?) throws(SettingsError) {
    try read(key, as: "a string", into: &target) { value in
      value.isNull ? .some(nil) : value.string.map(Optional.some)
    }
  }

  mutating func number(
    _ key: String, in range: ClosedRange<Int>, into target: inout Int
  ) throws(SettingsError) {
    try read(
      key, as: "a whole number from \(range.lowerBound) to \(range.upperBound)", into: &target
    ) { value in value.int.flatMap { range.contains($0) ? $0 : nil } }
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, into target: inout Choice
  ) throws(SettingsError) {
    note(key, oneOf: Choice.self)
    guard let value = value(key) else { return }
    target = try choice(value, key)
  }

  /// `null` takes the value away.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, into target: inout Choice?
  ) throws(SettingsError) {
    note(key, oneOf: Choice.self)
    guard let value = value(key) else { return }
    target = value.isNull ? nil : try choice(value, key)
  }

  private func note<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, oneOf type: Choice.Type
  ) {
    let words = Choice.allCases.map(\.rawValue)
    note(key, words.alternatives, choices: words)
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, _ key: String
  ) throws(SettingsError) -> Choice {
    // Of words that are digits the quotes are easily forgotten.
    let word = if case .number(let number) = value { number.text } else { value.string }
    if let choice = word.flatMap(Choice.init) { return choice }
    throw notOne(of: Choice.allCases.map(\.rawValue), value, key)
  }

  mutating func texts(_ key: String, into target: inout [String]) throws(SettingsError) {
    try elements(key, as: "a string", into: &target, \.string)
  }

  /// A list of bundle ids; nil if the key is absent.
  mutating func apps(_ key: String) throws(SettingsError) -> Set<BundleID>? {
    var apps: [BundleID] = []
    try elements(key, as: BundleID.form, into: &apps) { value in
      value.string.flatMap { BundleID(wellFormed: $0) }
    }
    return has(key) ? Set(apps) : nil
  }

  /// Reads a list; each element is converted by itself, so that an error names it.
  mutating func elements<Element>(
    _ key: String, as expected: String, into target: inout [Element],
    _ convert: (JSONValue) -> Element?
  ) throws(SettingsError) {
    note(key, expected, isList: true)
    guard let value = value(key) else { return }
    guard case .array(let elements) = value else { throw wrong(key, Self.listForm) }
    var converted: [Element] = []
    var errors: [SettingsError] = []
    for (index, element) in elements.enumerated() {
      if let element = convert(element) {
        converted.append(element)
      } else {
        errors.append(
          error(
            .wrongValue(expected: expected, found: element.sample), key, path: "\(key)[\(index)]"))
        if noted == nil { break }
      }
    }
    try fail(errors)
    target = converted
  }

  /// Throws the first of these errors; the others are noted with it, where that is done.
  private func fail(_ errors: [SettingsError]) throws(SettingsError) {
    for error in errors { noted?.note(error) }
    if let first = errors.first { throw first }
  }

  /// Reads a list of names that stand for bits.
  mutating func options<Options: OptionSet>(
    _ key: String, _ names: [(name: String, option: Options)], into target: inout Options
  ) throws(SettingsError) where Options.Element == Options {
    var words = names.filter { target.contains($0.option) }.map(\.name)
    try texts(key, into: &words)
    note(key, names.map(\.name).alternatives, choices: names.map(\.name), isList: true)
    var options: Options = []
    var errors: [SettingsError] = []
    for word in words {
      if let option = names.first(where: { $0.name == word })?.option {
        options.insert(option)
      } else {
        errors.append(notOne(of: names.map(\.name), .string(word), key))
      }
    }
    try fail(errors)
    target = options
  }

  /// A time of day, minutes after midnight.
  mutating func time(_ key: String, into target: inout Int?) throws(SettingsError) {
    try read(key, as: "a time of day such as `07:00`", into: &target) { value in
      value.string.flatMap(TimeOfDay.minutes).map(Optional.some)
    }
  }

  mutating func timeZone(_ key: String, into target: inout TimeZone) throws(SettingsError) {
    try read(key, as: Self.timeZoneForm, into: &target) { $0.string.flatMap(TimeZone.init(named:)) }
  }

  /// `null` takes the value away.
  mutating func timeZone(_ key: String, into target: inout TimeZone?) throws(SettingsError) {
    try read(key, as: Self.timeZoneForm, into: &target) { value in
      value.isNull
        ? .some(nil) : value.string.flatMap(TimeZone.init(named:)).map(Optional.some)
    }
  }

  private static let timeZoneForm = "a time zone such as `Europe/Moscow` or `+03:00`"

  // MARK: Objects in the object

  /// Reads an object under a key; its unknown keys are refused.
  mutating func object(
    _ key: String,
    _ read: (inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    known.append(key)
    if let recorder {
      let members = SettingsSchema.Recorder()
      var reader = SettingsReader(describedBy: members)
      // What must be there never is, where nothing is read.
      try? read(&reader)
      return recorder.note(key, members.schema)
    }
    guard let member = object.member(key) else { return }
    guard case .object(let object) = member.value else { throw wrong(key, "an object") }
    var reader = SettingsReader(
      object, path: path(to: key), offset: member.valueOffset, source: source,
      noting: notes)
    try read(&reader)
    try reader.finish()
  }

  /// Reads an object whose keys are names; `read` is called with each and the reader of that object.
  mutating func names(
    _ key: String,
    _ read: (String, inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    known.append(key)
    if let recorder {
      let named = SettingsSchema.Recorder()
      var reader = SettingsReader(describedBy: named)
      try read("NAME", &reader)
      return recorder.note(key, named["NAME"].map(SettingsSchema.names) ?? .unavailable)
    }
    try object(key) { (entries: inout SettingsReader) throws(SettingsError) in
      for name in entries.keys { try read(name, &entries) }
    }
  }

  /// Reads an object whose keys are names of objects: `apps`, `focus`, `categories`.
  mutating func entries(
    _ key: String,
    _ read: (String, inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    try names(key) { (name: String, entries: inout SettingsReader) throws(SettingsError) in
      try entries.object(name) { (reader: inout SettingsReader) throws(SettingsError) in
        try read(name, &reader)
      }
    }
  }

  /// Reads a list of objects.
  mutating func objects(
    _ key: String,
    _ read: (inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    if let recorder {
      let members = SettingsSchema.Recorder()
      var reader = SettingsReader(describedBy: members)
      // What must be there never is, where nothing is read.
      try? read(&reader)
      return recorder.note(
        key,
        .value(.init(expected: "a list of objects", isList: true, elements: members.members)))
    }
    guard let value = value(key) else { return }
    guard case .array(let elements) = value else { throw wrong(key, Self.listForm) }
    for (index, element) in elements.enumerated() {
      let name = "\(key)[\(index)]"
      guard case .object(let object) = element else {
        let error = error(
          .wrongValue(expected: "an object", found: element.sample), key, path: name)
        guard let noted else { throw error }
        noted.note(error)
        continue
      }
      // Elements of a list have no place of their own; their first member stands close to it.
      let offset = object.members.first?.keyOffset ?? valueOffset(key)
      let reader = SettingsReader(
        object, path: path(to: name), offset: offset, source: source, noting: notes)
      try reader.readElement(read)
    }
  }

  /// Reads one object of a list. Where problems are noted, what is wrong in it is left out and the rest of it
  /// is read again: its place in the list stays as it is.
  private func readElement(
    _ read: (inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    var reader = self
    guard let noted else {
      try read(&reader)
      return try reader.finish()
    }
    do throws(SettingsError) {
      try read(&reader)
      for error in reader.leftovers(limit: 100) { noted.note(error) }
    } catch {
      noted.note(error)
      // Without what identifies it, or with it, it would only be wrong in another way.
      guard ![.missing, .repeated].contains(error.problem), let rest = object.leavingOut(error)
      else { return }
      try SettingsReader(rest, path: path, offset: offset, source: source, noting: notes)
        .readElement(read)
    }
  }

  // MARK: Keys without effect

  /// Refuses known keys that nothing reads, unless they say nothing: `[]`, `{}`, `null`, `false`.
  mutating func refuse(unavailable keys: String...) throws(SettingsError) {
    for key in keys {
      recorder?.note(key, .unavailable)
      switch value(key) {
      case nil, .null, .bool(false): continue
      case .array(let elements) where elements.isEmpty: continue
      case .object(let object) where object.isEmpty: continue
      default: throw error(.notAvailable, key)
      }
    }
  }

  // MARK: Errors

  /// What a list must be: words of `set` are then read as one.
  static let listForm = "a list"

  /// The value of a key is not what it must be.
  func wrong(_ key: String, _ expected: String) -> SettingsError {
    error(.wrongValue(expected: expected, found: object[key]?.sample ?? "nothing"), key)
  }

  /// The value is none of these words.
  func notOne(of names: [String], _ value: JSONValue, _ key: String) -> SettingsError {
    var error = error(.wrongValue(expected: names.alternatives, found: value.sample), key)
    error.suggestion = value.string.flatMap { NearestName.of($0, among: names) }
    return error
  }

  /// Something is wrong with a key; it need not be there. `path` names a part of its value.
  func error(
    _ problem: SettingsError.Problem, _ key: String, path part: String? = nil
  ) -> SettingsError {
    source.error(problem, path: path(to: part ?? key), offset: valueOffset(key))
  }

  /// The bundle id that is the key of an object.
  func app(_ key: String) throws(SettingsError) -> BundleID {
    guard let app = BundleID(wellFormed: key) else { throw misnamed(key, BundleID.form) }
    return app
  }

  /// Refuses a key of an object that is a name and empty.
  func refuseEmpty(_ key: String, _ expected: String) throws(SettingsError) {
    if key.isEmpty { throw misnamed(key, expected) }
  }

  private func misnamed(_ key: String, _ expected: String) -> SettingsError {
    source.error(
      .wrongValue(expected: expected, found: JSONValue.string(key).sample),
      path: path(to: key), offset: object.member(key)?.keyOffset ?? offset)
  }

  private func valueOffset(_ key: String) -> Int {
    object.member(key)?.valueOffset ?? offset
  }

  func path(to key: String) -> String {
    path.isEmpty ? key : path + "." + key
  }
}

extension JSONValue {
  /// For messages: a short string or number as it stands, else the kind.
  var sample: String {
    switch self {
    case .string(let text) where text.count <= 40:
      "`" + text.replacing(#/\p{Cc}/#, with: "?") + "`"
    case .number(let number) where number.text.utf8.count <= 40: number.text
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
    default: kind
    }
  }
}
