import Foundation

/// The reader of one object's keys. It records the requested keys, so that ``finish()`` can reject
/// the others. An absent key changes nothing.
struct SettingsReader {
  /// The object's path; empty for the root.
  let path: String
  /// The text that contains the object.
  let source: SettingsSource
  let object: JSONObject
  /// The byte offset of the object.
  let offset: Int
  /// The collected problems that do not stop reading; nil if the first problem is thrown.
  let notes: NotedProblems?
  /// The collected problems of lists and of referenced files; nil if the first problem is thrown.
  var noted: NotedProblems? { notes?.isComplete == true ? notes : nil }
  private var known: [String] = []
  /// The places of the members, by their keys; nil for an object with so few that comparing each is
  /// faster.
  private let places: [String: Int]?

  /// The collected problems, each once, at most 1,000.
  final class NotedProblems {
    /// Whether all problems are reported; otherwise only skipped parts, when a file is read for
    /// use.
    let isComplete: Bool
    private(set) var errors: [SettingsError] = []

    init(isComplete: Bool) { self.isComplete = isComplete }

    func record(_ error: SettingsError) {
      // A value that was invalid and therefore left out is not missing.
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
    places =
      object.members.count > 32
      ? Dictionary(object.members.enumerated().map { ($1.key, $0) }) { _, last in last } : nil
    self.notes = notes
    self.path = path
    self.offset = offset
    self.source = source
  }

  /// The keys of the object, in their order, each once.
  var keys: [String] {
    var seen: Set<String> = []
    return object.members.map(\.key).filter { seen.insert($0).inserted }
  }

  /// Returns whether a key is present, known or not.
  func has(_ key: String) -> Bool { member(key) != nil }

  /// Returns the effective member for a key, as ``JSONObject/member(_:)``.
  private func member(_ key: String) -> JSONObject.Member? {
    guard let places else { return object.member(key) }
    return places[key].map { object.members[$0] }
  }

  /// Rejects unknown and repeated keys.
  func finish() throws(SettingsError) { if let first = leftovers(limit: 1).first { throw first } }

  private func leftovers(limit: Int) -> [SettingsError] {
    var errors: [SettingsError] = []
    var seen: Set<String> = []
    for member in object.members
    where !seen.insert(member.key).inserted && errors.count < limit {
      errors.append(
        source.error(.repeated, path: path(to: member.key), offset: member.keyOffset))
    }
    let readKeys = Set(known)
    for member in object.members where !readKeys.contains(member.key) && errors.count < limit {
      errors.append(
        source.error(
          .unknownKey, path: path(to: member.key),
          suggestion: NearestName.of(member.key, among: known), offset: member.keyOffset))
    }
    return errors
  }

  /// Returns the value of a key, which is known from now on; nil if it is absent.
  mutating func value(_ key: String) -> JSONValue? {
    known.append(key)
    return member(key)?.value
  }

  /// Reads a value with `convert`, which returns nil for a value that is not `expected`.
  mutating func read<Value>(
    _ key: String, as expected: String, into target: inout Value, _ convert: (JSONValue) -> Value?
  ) throws(SettingsError) {
    guard let value = value(key) else { return }
    guard let converted = convert(value) else { throw wrong(key, expected) }
    target = converted
  }

  /// Reads a value of a form.
  mutating func read<Value>(
    _ key: String, _ scalar: SettingScalar<Value>, into target: inout Value
  ) throws(SettingsError) {
    guard let value = value(key) else { return }
    guard let converted = scalar.convert(value) else {
      throw scalar.suggests ? notOne(of: scalar.choices, value, key) : wrong(key, scalar.expected)
    }
    target = converted
  }

  // MARK: Types

  mutating func text(_ key: String, into target: inout String) throws(SettingsError) {
    try read(key, .text, into: &target)
  }

  /// Reads an optional string; `null` removes the value.
  mutating func text(_ key: String, into target: inout String?) throws(SettingsError) {
    try read(key, .optional(.text), into: &target)
  }

  mutating func number(
    _ key: String, in range: ClosedRange<Int>, into target: inout Int
  ) throws(SettingsError) {
    try read(key, .number(in: range), into: &target)
  }

  /// Reads a list. Each element is converted separately, so that an error names it.
  mutating func elements<Element>(
    _ key: String, _ scalar: SettingScalar<Element>, into target: inout [Element]
  ) throws(SettingsError) {
    guard let value = value(key) else { return }
    guard case .array(let elements) = value else { throw wrong(key, Self.listForm) }
    var converted: [Element] = []
    var errors: [SettingsError] = []
    for (index, element) in elements.enumerated() {
      if let element = scalar.convert(element) {
        converted.append(element)
      } else {
        errors.append(
          error(
            .wrongValue(expected: scalar.expected, found: element.sample), key,
            path: "\(key)[\(index)]"))
        if noted == nil { break }
      }
    }
    try fail(errors)
    target = converted
  }

  /// Throws the first of these errors and records all of them if problems are collected.
  func fail(_ errors: [SettingsError]) throws(SettingsError) {
    for error in errors { noted?.record(error) }
    if let first = errors.first { throw first }
  }

  // MARK: Nested objects

  /// Reads an object under a key; its unknown keys are rejected.
  mutating func object(
    _ key: String,
    _ read: (inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    known.append(key)
    guard let member = member(key) else { return }
    guard case .object(let object) = member.value else { throw wrong(key, "an object") }
    var reader = SettingsReader(
      object, path: path(to: key), offset: member.valueOffset, source: source, noting: notes)
    try read(&reader)
    try reader.finish()
  }

  /// Reads an object whose keys are names. It calls `read` with each name and the reader of that
  /// object.
  mutating func names(
    _ key: String, _ read: (String, inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    try object(key) { entries throws(SettingsError) in
      for name in entries.keys { try read(name, &entries) }
    }
  }

  /// Reads a list of objects.
  mutating func objects(
    _ key: String,
    _ read: (inout SettingsReader) throws(SettingsError) -> Void
  ) throws(SettingsError) {
    guard let value = value(key) else { return }
    guard case .array(let elements) = value else { throw wrong(key, Self.listForm) }
    for (index, element) in elements.enumerated() {
      let name = "\(key)[\(index)]"
      guard case .object(let object) = element else {
        let error = error(
          .wrongValue(expected: "an object", found: element.sample), key, path: name)
        guard let noted else { throw error }
        noted.record(error)
        continue
      }
      // List elements have no recorded position; that of their first member is used.
      let offset = object.members.first?.keyOffset ?? valueOffset(key)
      let reader = SettingsReader(
        object, path: path(to: name), offset: offset, source: source, noting: notes)
      try reader.readElement(read)
    }
  }

  /// Reads one object of a list. If problems are collected, an invalid value is left out and the
  /// rest is read again, so that the object keeps its index.
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
      for error in reader.leftovers(limit: 100) { noted.record(error) }
    } catch {
      noted.record(error)
      // Reading again without the identifying value, or with it, would only report another problem.
      guard ![.missing, .repeated].contains(error.problem), let rest = object.leavingOut(error)
      else { return }
      try SettingsReader(rest, path: path, offset: offset, source: source, noting: notes)
        .readElement(read)
    }
  }

  // MARK: Keys without effect

  /// Rejects a known key without effect, unless its value is empty: `[]`, `{}`, `null`, `false`.
  mutating func reject(unavailable key: String) throws(SettingsError) {
    switch value(key) {
    case nil, .null, .bool(false): return
    case .array(let elements) where elements.isEmpty: return
    case .object(let object) where object.isEmpty: return
    default: throw error(.notAvailable, key)
    }
  }

  // MARK: Files

  /// Returns the content of a file that a key names.
  func bytes(ofFile path: String, _ key: String) throws(SettingsError) -> [UInt8] {
    switch source.files.item(at: path) {
    case .success(.file(let bytes)): return bytes
    case .success(.folder): throw error(.file("\(path) is a folder"), key)
    case .failure(let failure): throw error(.file("\(path): \(failure.reason)"), key)
    }
  }

  // MARK: Errors

  /// The expectation of a list in errors. Assignments of `set` are then parsed as a list.
  static let listForm = "a list"

  /// Returns the error of a key whose value is not the expected one.
  func wrong(_ key: String, _ expected: String) -> SettingsError {
    error(.wrongValue(expected: expected, found: member(key)?.value.sample ?? "nothing"), key)
  }

  /// Returns the error of a value that is not one of these words.
  func notOne(of names: [String], _ value: JSONValue, _ key: String) -> SettingsError {
    var error = error(.wrongValue(expected: names.alternatives, found: value.sample), key)
    error.suggestion = value.string.flatMap { NearestName.of($0, among: names) }
    return error
  }

  /// Returns an error about a key, which may be absent. `path` names a part of its value.
  func error(
    _ problem: SettingsError.Problem, _ key: String, path part: String? = nil
  ) -> SettingsError {
    source.error(problem, path: path(to: part ?? key), offset: valueOffset(key))
  }

  /// Parses the bundle identifier that is a key of an object.
  func app(_ key: String) throws(SettingsError) -> BundleID {
    guard let app = BundleID(wellFormed: key) else { throw misnamed(key, BundleID.form) }
    return app
  }

  /// Rejects an empty name as the key of an object.
  func rejectEmpty(_ key: String, _ expected: String) throws(SettingsError) {
    if key.isEmpty { throw misnamed(key, expected) }
  }

  private func misnamed(_ key: String, _ expected: String) -> SettingsError {
    source.error(
      .wrongValue(expected: expected, found: JSONValue.string(key).sample),
      path: path(to: key), offset: member(key)?.keyOffset ?? offset)
  }

  private func valueOffset(_ key: String) -> Int { member(key)?.valueOffset ?? offset }

  func path(to key: String) -> String { path.isEmpty ? key : path + "." + key }
}

extension JSONValue {
  /// A short string or number unchanged, else the kind; for messages.
  var sample: String {
    switch self {
    case .string(let text) where text.count <= 40: "`" + text.replacing(#/\p{Cc}/#, with: "?") + "`"
    case .number(let number) where number.text.utf8.count <= 40: number.text
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list of \(elements.count)"
    default: kind
    }
  }
}
