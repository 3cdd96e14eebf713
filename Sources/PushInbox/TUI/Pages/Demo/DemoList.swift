import InboxModel

/// The demos that are compiled into the program.
enum DemoList {
  /// The demo that is played when none is named.
  static let first = "chat"

  /// The names of the demos: the default one, then the others in alphabetical order.
  static let names: [String] = {
    let names = EmbeddedDemos.files.keys.map { String($0.dropFirst("demos/".count).dropLast(6)) }
    return [first] + names.filter { $0 != first }.sorted()
  }()

  /// Returns the demo that is offered after another, in turn; after a scenario file, the default
  /// one.
  static func next(after name: String) -> String {
    guard let place = names.firstIndex(of: name) else { return first }
    return names[(place + 1) % names.count]
  }

  /// Parses a demo; nil for an unknown name.
  static func scenario(named name: String) throws(SettingsError) -> Scenario? {
    guard let text = EmbeddedDemos.files["demos/\(name).jsonl"] else { return nil }
    return try Scenario(Array(text.utf8), fileName: name + ".jsonl", files: files)
  }

  /// The files that demos name, by paths relative to the folder of the demos.
  private static let files = SettingsFiles { path in
    var parts = ["demos"]
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    let place = parts.joined(separator: "/")
    if let text = EmbeddedStrings.files[place] { return .success(.file(Array(text.utf8))) }
    let names = Set(
      EmbeddedStrings.files.keys.filter { $0.hasPrefix(place + "/") }
        .compactMap { $0.dropFirst(place.count + 1).split(separator: "/").first })
    return names.isEmpty
      ? .failure(SettingsFiles.Failure(reason: "no such file or folder"))
      : .success(.folder(names.map(String.init).sorted()))
  }
}
