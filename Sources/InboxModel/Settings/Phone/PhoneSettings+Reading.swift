import Foundation

/// Reads the keys of `design/contract.md` §10. All of these change only what the object names.
extension PhoneSettings {
  /// The keys of ``PhoneSettings`` in an object.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    var settings = self
    try reader.object("device") { (reader: inout SettingsReader) throws(SettingsError) in
      try settings.device.apply(&reader)
    }
    try reader.entries("focus") {
      (name: String, reader: inout SettingsReader) throws(SettingsError) in
      try settings.applyFocus(named: name, &reader)
    }
    try reader.object("summary") { (reader: inout SettingsReader) throws(SettingsError) in
      try settings.summary.apply(&reader)
    }
    try reader.names("apps") {
      (name: String, apps: inout SettingsReader) throws(SettingsError) in
      let app = try apps.app(name)
      try apps.object(name) { (reader: inout SettingsReader) throws(SettingsError) in
        try settings.apps[app, default: AppSettings()].apply(&reader)
      }
    }
    try Category.apply("categories", &reader, onto: &settings.categories)
    try reader.object("queue") { (reader: inout SettingsReader) throws(SettingsError) in
      try settings.queue.apply(&reader)
    }
    try Guests.read(&settings.guests, from: &reader)
    try reader.table("keys") {
      (key: String, reader: inout SettingsReader) throws(SettingsError) in
      var command = settings.keys[key]
      try reader.text(key, into: &command)
      try reader.refuseEmpty(key, "the name of a key such as `x` or `Space`")
      settings.keys[key] = command
    }
    try reader.table("colors") {
      (role: String, reader: inout SettingsReader) throws(SettingsError) in
      try reader.read(
        role, as: "a color such as `red`, `208` or `#5f87af`", into: &settings.colors[role]
      ) { value in
        if case .number(let number) = value { return number.text }
        return value.isNull ? .some(nil) : value.string.map(Optional.some)
      }
    }
    try reader.choice("bidi", into: &settings.bidi)
    try reader.choice("banner", into: &settings.banner)
    self = settings
  }

  /// Applies what a path says, as a file that says nothing else would.
  mutating func apply(_ path: SettingPath, _ value: JSONValue) throws(SettingsError) {
    try apply(path.object(value))
  }

  /// Applies an object of the keys; errors name no place.
  mutating func apply(_ object: JSONObject) throws(SettingsError) {
    var result = self
    do throws(SettingsError) {
      var reader = SettingsReader(object, source: SettingsSource(bytes: []))
      try result.apply(&reader)
      try reader.finish()
    } catch {
      var error = error
      error.position = nil
      throw error
    }
    self = result
  }

  /// One Focus; `on` and `off` are words of `set` and cannot be names.
  mutating func applyFocus(
    named name: String, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    guard !name.isEmpty, name != "on", name != "off" else {
      throw reader.source.error(
        .wrongValue(expected: "a name other than `on` and `off`", found: "`\(name)`"),
        path: reader.path, offset: reader.offset)
    }
    try focuses[name, default: FocusSettings()].apply(&reader)
  }
}

extension DeviceSettings {
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try reader.choice("lock", into: &lock)
    try reader.choice("previews", into: &previews)
    try reader.choice("grouping", into: &grouping)
    let form = "a language such as `ru` or `pt-BR`"
    try reader.elements("languages", as: form, into: &languages) { value in
      value.string.flatMap { LanguageTag.isWellFormed($0) ? $0 : nil }
    }
    // Short for a list of one, as `set` and scenarios say it.
    try reader.read("language", as: form, into: &languages) { value in
      value.string.flatMap { LanguageTag.isWellFormed($0) ? [$0] : nil }
    }
    if languages.isEmpty { throw reader.wrong("languages", "a list of one language or more") }
    try reader.timeZone("timeZone", into: &timeZone)
    try reader.choice("ringer", into: &ringer)
    try reader.choice("summaryStyle", into: &summaryStyle)
    try reader.flag("badgeZeroClears", into: &badgeZeroClears)
    try reader.number("stackThreshold", in: 2...1000, into: &stackThreshold)
    try reader.flag("removeActedOn", into: &removeActedOn)
    try reader.flag("lowPower", into: &lowPower)
    try reader.number("backgroundBudget", in: 0...1000, into: &backgroundBudget)
    try reader.choice("era", into: &era)
  }
}

extension SummarySettings {
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try reader.elements("times", as: "a time of day such as `08:00`", into: &times) { value in
      value.string.flatMap(TimeOfDay.minutes)
    }
    if let index = times.indices.first(where: { times[..<$0].contains(times[$0]) }) {
      throw reader.error(.repeated, "times", path: "times[\(index)]")
    }
    // As many as the phone's own settings offer (`spec/ios-presentation.md` §5.4).
    if times.count > 12 { throw reader.wrong("times", "a list of 12 times or fewer") }
    times.sort()
    if let named = try reader.apps("apps") { apps = named }
  }
}

extension FocusSettings {
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try FocusSchedule.apply(&reader, onto: &schedules)
    if reader.has("allowApps"), reader.has("silenceApps") {
      throw reader.error(.excluded(by: "allowApps"), "silenceApps")
    }
    if let allowed = try reader.apps("allowApps") { apps = .allow(allowed) }
    if let silenced = try reader.apps("silenceApps") { apps = .silence(silenced) }
    var people = allowPeople.sorted()
    try reader.texts("allowPeople", into: &people)
    allowPeople = Set(people)
    try reader.flag("allowTimeSensitive", into: &allowTimeSensitive)
    var filters = filters
    try reader.names("filters") {
      (app: String, reader: inout SettingsReader) throws(SettingsError) in
      let app = try reader.app(app)
      try reader.texts(app.rawValue, into: &filters[app, default: []])
    }
    self.filters = filters
    try reader.flag("hideBadges", into: &hideBadges)
  }
}

extension FocusSchedule {
  /// Either `schedules`, or `from`, `to`, `days`, `timeZone` for a single one. Without any of them the
  /// schedules stay as they are.
  static func apply(
    _ reader: inout SettingsReader, onto schedules: inout [FocusSchedule]
  ) throws(SettingsError) {
    var draft = Draft(schedules.count == 1 ? schedules[0] : nil)
    try draft.apply(&reader)
    if let key = ["from", "to", "days", "timeZone"].first(where: reader.has) {
      if reader.has("schedules") { throw reader.error(.excluded(by: "schedules"), key) }
      schedules = [try draft.schedule(reader)]
    }
    var list: [FocusSchedule] = []
    try reader.objects("schedules") { (reader: inout SettingsReader) throws(SettingsError) in
      var draft = Draft(nil)
      try draft.apply(&reader)
      list.append(try draft.schedule(reader))
    }
    if reader.has("schedules") { schedules = list }
  }

  /// A schedule as far as it is known.
  private struct Draft {
    var (from, to): (Int?, Int?)
    var days: Set<Int>
    var timeZone: TimeZone?

    init(_ schedule: FocusSchedule?) {
      (from, to) = (schedule?.from, schedule?.to)
      days = schedule?.days ?? Set(1...7)
      timeZone = schedule?.timeZone
    }

    mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
      try reader.time("from", into: &from)
      try reader.time("to", into: &to)
      try reader.read(
        "days", as: "`daily`, `weekdays`, `weekends` or a list of `mon` … `sun`", into: &days,
        FocusSchedule.days)
      try reader.timeZone("timeZone", into: &timeZone)
    }

    func schedule(_ reader: SettingsReader) throws(SettingsError) -> FocusSchedule {
      guard let from else { throw reader.error(.missing, "from") }
      guard let to else { throw reader.error(.missing, "to") }
      return FocusSchedule(from: from, to: to, days: days, timeZone: timeZone)
    }
  }

  /// The days as settings call them, Monday first.
  static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func days(_ value: JSONValue) -> Set<Int>? {
    switch value {
    case .string("daily"): return Set(1...7)
    case .string("weekdays"): return Set(1...5)
    case .string("weekends"): return [6, 7]
    case .array(let elements):
      let numbers = elements.compactMap { dayNames.firstIndex(of: $0.string ?? "").map { $0 + 1 } }
      return numbers.count == elements.count && !numbers.isEmpty ? Set(numbers) : nil
    default: return nil
    }
  }
}

extension AppSettings {
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try reader.text("name", into: &name)
    try reader.flag("installed", into: &installed)
    try reader.choice("state", into: &state)
    try reader.choice("permission", into: &permission)
    try reader.flag("deliverQuietly", into: &deliverQuietly)
    try reader.choice("previews", into: &previews)
    try reader.choice("grouping", into: &grouping)
    try reader.flag("lockScreen", into: &lockScreen)
    try reader.flag("list", into: &list)
    try reader.flag("banners", into: &banners)
    try reader.choice("bannerStyle", into: &bannerStyle)
    try reader.sounds("sounds", into: &sounds, files: &soundFiles)
    try reader.flag("badges", into: &badges)
    try reader.entitlement("timeSensitive", into: &timeSensitive)
    try reader.entitlement("critical", into: &critical)
    try present.apply("present", &reader)
    try reader.flag("backgroundRefresh", into: &backgroundRefresh)
    try strings.apply("strings", &reader)
    try ServiceExtension.apply("extension", &reader, onto: &serviceExtension)
    try ContentExtension.apply("contentExtension", &reader, onto: &contentExtension)
    try Category.apply("categories", &reader, onto: &categories)
    try reader.choice("platform", into: &platform)
    var channels = channels
    try reader.names("channels") {
      (id: String, reader: inout SettingsReader) throws(SettingsError) in
      try reader.choice(id, into: &channels[id, default: .standard])
    }
    self.channels = channels
  }
}

extension SettingsReader {
  /// Reads whether an app may make sounds; a list of file names also says which sounds the app contains.
  fileprivate mutating func sounds(
    _ key: String, into sounds: inout Bool, files: inout [String]?
  ) throws(SettingsError) {
    guard value(key)?.array != nil else {
      let expected = "`true`, `false` or a list of sound files"
      try read(key, as: expected, into: &sounds, \.bool)
      describe(key, as: .flag)
      if has(key) { files = nil }
      return
    }
    var names: [String] = []
    try self.elements(key, as: "the name of a sound file", into: &names) { element in
      element.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    (sounds, files) = (true, names)
  }
}

extension ForegroundAnswer {
  /// A list of options, or one of the words for none.
  fileprivate mutating func apply(
    _ key: String, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    if case .string(let word)? = reader.value(key) {
      guard let answer = Self.words.first(where: { $0.name == word })?.answer else {
        var error = reader.wrong(key, SettingsReader.listForm)
        error.suggestion = NearestName.of(word, among: Self.words.map(\.name))
        throw error
      }
      self = answer
      return
    }
    var options = options
    try reader.options(key, Self.readableNames, into: &options)
    if reader.has(key) { self = .options(options) }
  }
}

extension LocalizedStrings {
  /// A path takes the place of all strings; an object adds texts for every language.
  fileprivate mutating func apply(
    _ key: String, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    switch reader.value(key) {
    case .string(let path)? where !path.isEmpty:
      self = try reader.strings(at: path, key)
      return
    case .object?, nil: break
    default: throw reader.wrong(key, "a path or an object of texts")
    }
    var texts: Table = [:]
    try reader.names(key) { (key: String, reader: inout SettingsReader) throws(SettingsError) in
      var text = ""
      try reader.text(key, into: &text)
      texts[key] = LocalizedEntry(text)
    }
    add(texts, language: nil)
  }
}

extension SettingsReader {
  fileprivate func strings(
    at path: String, _ key: String
  ) throws(SettingsError) -> LocalizedStrings {
    do throws(StringsError) {
      return try LocalizedStrings(path: path, files: source.files)
    } catch {
      throw self.error(.file(error.message), key)
    }
  }
}

extension SettingsReader {
  /// The categories of a file; what is wrong with it has its place there.
  fileprivate func categories(
    at path: String, _ key: String
  ) throws(SettingsError) -> [String: Category] {
    let bytes: [UInt8]
    switch source.files.item(at: path) {
    case .success(.file(let content)): bytes = content
    case .success(.folder): throw error(.file("\(path) is a folder"), key)
    case .failure(let failure): throw error(.file("\(path): \(failure.reason)"), key)
    }
    let file = source.named(path, bytes: bytes, at: self.path(to: key))
    guard let noted else { return try Self.categories(try file.root(.json5), of: file) }
    var categories: [String: Category] = [:]
    file.note(in: noted) { root throws(SettingsError) in
      categories = try Self.categories(root, of: file, noting: noted)
    }
    return categories
  }

  /// What a category is called (`spec/ios-presentation.md` §8.1).
  fileprivate static let categoryForm = "an identifier, which is not empty"

  private static func categories(
    _ root: JSONObject, of file: SettingsSource, noting noted: NotedProblems? = nil
  ) throws(SettingsError) -> [String: Category] {
    var reader = SettingsReader(root, path: file.path, source: file, noting: noted)
    var categories: [String: Category] = [:]
    for name in reader.keys {
      try reader.refuseEmpty(name, categoryForm)
      var category = Category(identifier: name)
      try reader.object(name) { (reader: inout SettingsReader) throws(SettingsError) in
        try category.apply(&reader)
      }
      categories[name] = category
    }
    try reader.finish()
    return categories
  }
}

extension Category {
  /// An object of categories, which changes those it names, or the path of a file with such an object,
  /// which takes the place of the whole set: registering does (`spec/ios-presentation.md` §8.1).
  static func apply(
    _ key: String, _ reader: inout SettingsReader, onto categories: inout [String: Category]
  ) throws(SettingsError) {
    if case .string(let path)? = reader.value(key), !path.isEmpty {
      categories = try reader.categories(at: path, key)
      return
    }
    var result = categories
    try reader.names(key) {
      (name: String, entries: inout SettingsReader) throws(SettingsError) in
      try entries.refuseEmpty(name, SettingsReader.categoryForm)
      try entries.object(name) { (reader: inout SettingsReader) throws(SettingsError) in
        try result[name, default: Category(identifier: name)].apply(&reader)
      }
    }
    categories = result
  }

  /// The actions are a list: named, they are replaced whole.
  fileprivate mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    var actions: [Action] = []
    try reader.objects("actions") { (reader: inout SettingsReader) throws(SettingsError) in
      let action = try Action(&reader)
      if actions.contains(where: { $0.identifier == action.identifier }) {
        throw reader.error(.repeated, "id")
      }
      actions.append(action)
    }
    if reader.has("actions") {
      self.actions = Array(actions.prefix(Self.mostActions))
      surplusActions = actions.count - self.actions.count
    }
    try reader.text("hiddenPreviewsBodyPlaceholder", into: &hiddenPreviewsBodyPlaceholder)
    try reader.text("categorySummaryFormat", into: &categorySummaryFormat)
    try reader.options("options", Options.names, into: &options)
  }
}

extension Action {
  fileprivate init(_ reader: inout SettingsReader) throws(SettingsError) {
    var (id, title): (String?, String?) = (nil, nil)
    try reader.text("id", into: &id)
    try reader.text("title", into: &title)
    var field = TextInput()
    try reader.object("textInput") { (reader: inout SettingsReader) throws(SettingsError) in
      try reader.text("button", into: &field.button)
      try reader.text("placeholder", into: &field.placeholder)
    }
    var options: Options = []
    try reader.options("options", Options.names, into: &options)
    guard let id, !id.isEmpty else { throw reader.error(.missing, "id") }
    if ActionWord(rawValue: id)?.action != nil {
      throw reader.error(
        .wrongValue(expected: "an identifier other than `open` and `dismiss`", found: "`\(id)`"),
        "id")
    }
    self.init(
      identifier: ActionIdentifier(rawValue: id), title: title ?? id,
      textInput: reader.has("textInput") ? field : nil, options: options)
  }
}
