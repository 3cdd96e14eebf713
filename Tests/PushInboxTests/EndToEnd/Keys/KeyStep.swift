import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// An input of the user, and its expected effect on the screen.
struct KeyStep: Sendable {
  enum Kind: Sendable {
    case press(Key)
    /// A text for a prompt.
    case type(String)
    case click(String)
    case wheel(down: Bool)
    /// Another action, for instance in another terminal.
    case other(String, @Sendable (Visit) throws -> Void)
  }

  let kind: Kind
  let sight: Sight
}

extension KeyStep {
  static func press(_ key: Key, _ sight: Sight) -> KeyStep {
    KeyStep(kind: .press(key), sight: sight)
  }
  static func type(_ text: String, _ sight: Sight) -> KeyStep {
    KeyStep(kind: .type(text), sight: sight)
  }
  static func click(_ text: String, _ sight: Sight) -> KeyStep {
    KeyStep(kind: .click(text), sight: sight)
  }
  static func wheel(down: Bool, _ sight: Sight) -> KeyStep {
    KeyStep(kind: .wheel(down: down), sight: sight)
  }
  /// Runs `pushinbox` in another terminal.
  static func run(_ words: String..., sees sight: Sight) -> KeyStep {
    let name = words.joined(separator: " ")
    return KeyStep(kind: .other(name, { _ = try $0.home.run(words) }), sight: sight)
  }
}

/// A condition on the screen.
struct Sight: Sendable {
  let name: String
  let isThere: @Sendable (VirtualScreen) -> Bool

  init(_ name: String, _ isThere: @escaping @Sendable (VirtualScreen) -> Bool) {
    (self.name, self.isThere) = (name, isThere)
  }

  static func shows(_ text: String) -> Sight { Sight("“\(text)”") { $0.text.contains(text) } }
  static func hides(_ text: String) -> Sight { .absent(.shows(text)) }

  static func absent(_ sight: Sight) -> Sight {
    Sight("no more of \(sight.name)") { !sight.isThere($0) }
  }

  /// The selected row contains a text.
  static func selects(_ text: String) -> Sight {
    Sight("the selection on “\(text)”") { $0.selected?.contains(text) ?? false }
  }

  /// The selected row of a menu begins with a text.
  static func marks(_ text: String) -> Sight { .shows("│>\(text)") }

  /// The bottom of the screen has a prompt or message that begins with a text.
  static func asks(_ text: String) -> Sight {
    Sight("a line that begins with “\(text)”") {
      $0.text.split(separator: "\n").last.map { $0.drop { $0 == " " }.hasPrefix(text) } ?? false
    }
  }

  /// The terminal receives a text for its clipboard, and the menu closes.
  static func copies(_ name: String, _ isIt: @escaping @Sendable (String) -> Bool) -> Sight {
    Sight("\(name) in the clipboard") {
      $0.clipboard.last.map(isIt) ?? false && !$0.text.contains("Copy of")
    }
  }
}

extension Visit {
  /// Performs a step and waits until its condition holds, which must not have held before.
  func perform(_ step: KeyStep) throws {
    let name: String
    #expect(!step.sight.isThere(pty.screen), "\(step.sight.name) is there before \(step.kind)")
    switch step.kind {
    case .press(let key):
      name = "the key \(key.name)"
      pty.type(key.typed)
    case .type(let text):
      name = "typing “\(text)”"
      pty.type(text)
    case .click(let text):
      name = "a click on “\(text)”"
      try click(on: text)
    case .wheel(let down):
      name = "the wheel"
      turnWheel(down: down)
    case .other(let words, let act):
      name = words
      try act(self)
    }
    try pty.wait(for: "\(step.sight.name) after \(name)", until: step.sight.isThere)
  }
}

extension Key {
  /// The bytes that a terminal sends for the key.
  var typed: String {
    switch self {
    case .character(let character): String(character)
    case .control(let letter):
      letter.asciiValue.map { String(Unicode.Scalar($0 & 0x1F)) } ?? ""
    case .alt(let character): "\u{1B}\(character)"
    case .altEnter: "\u{1B}\r"
    case .enter: "\r"
    case .escape: "\u{1B}"
    case .tab: "\t"
    case .backTab: "\u{1B}[Z"
    case .backspace: "\u{7F}"
    case .delete: "\u{1B}[3~"
    case .up: "\u{1B}OA"
    case .down: "\u{1B}OB"
    case .right: "\u{1B}OC"
    case .left: "\u{1B}OD"
    case .home: "\u{1B}OH"
    case .end: "\u{1B}OF"
    case .pageUp: "\u{1B}[5~"
    case .pageDown: "\u{1B}[6~"
    case .function(let number):
      ["\u{1B}OP", "\u{1B}OQ", "\u{1B}OR", "\u{1B}OS"].dropFirst(number - 1).first ?? ""
    case .pasted(let text): "\u{1B}[200~\(text)\u{1B}[201~"
    case .mouse: ""
    }
  }
}
