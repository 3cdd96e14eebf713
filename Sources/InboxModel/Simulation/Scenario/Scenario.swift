import Foundation

/// A scenario on the virtual clock: JSON Lines, one step each.
public struct Scenario: Equatable, Sendable {
  /// The start: the `clock` line, else the first `receivedAt` or `at`, else 2026-01-01T00:00:00Z.
  public var start = Date(timeIntervalSince1970: 1_767_225_600)
  /// The seed of its generated identifiers.
  public var seed: UInt64 = 0
  /// The steps after the `clock` line, in their order.
  public var steps: [Step] = []

  /// Makes an empty scenario.
  public init() {}

  /// One line.
  public struct Step: Equatable, Sendable {
    /// The moment to which the clock advances first, never back; nil for none.
    public var at: Date?
    /// The action.
    public var action: Action
    /// The name of an expectation, on one line; nil without one, and for other steps.
    public var name: String?
    /// The position of the step, for runtime errors.
    public var place: Location
    /// The key and position of ``at`` in its line; nil if it names no moment.
    var moment: Moment?
    /// The byte offsets of values that are validated during the run, by their paths: `set.lock`,
    /// `act.on`.
    var offsets: [String: Int] = [:]

    /// Makes a step.
    public init(at: Date? = nil, _ action: Action, place: Location = Location()) {
      self.at = at
      self.action = action
      self.place = place
    }

    /// The key that names the moment of a step, and the byte offset of its value.
    struct Moment: Equatable, Sendable {
      enum Key: String {
        case at, receivedAt
      }

      var key: Key
      var offset: Int
    }

    /// Returns the position of a value such as `screen.golden`; that of the step if it is unknown.
    public func place(of path: String) -> Location {
      let named = moment.flatMap { $0.key.rawValue == path ? $0.offset : nil }
      guard let offset = named ?? offsets[path] else { return place }
      var place = place
      place.position = JSONPosition(offset: offset, line: place.position.line, column: offset + 1)
      return place
    }

    /// Returns an error with the position of the value that its path names.
    public func located(_ error: SettingsError) -> SettingsError {
      var error = error
      let place = place(of: error.path)
      (error.file, error.position) = (place.file, place.position)
      return error
    }
  }

  /// The position of a step.
  public struct Location: Equatable, Sendable {
    /// The file; nil for none.
    public var file: String?
    /// The line and column of its value.
    public var position: JSONPosition

    /// Makes a position.
    public init(file: String? = nil, position: JSONPosition = JSONPosition()) {
      self.file = file
      self.position = position
    }
  }

  /// The action of a step. Large cases are indirect, since most steps are pushes.
  public enum Action: Equatable, Sendable {
    /// `device`, `app`, `focus`, `summary`, `categories`: all settings after the step, and those
    /// that it states again although the user may have changed them.
    indirect case configure(PhoneSettings, changes: [SettingChange])
    /// `gateway`: its settings after the step.
    indirect case gateway(GatewaySettings)
    /// `history`: the maximum number of list entries.
    case history(keep: Int)
    /// `snapshot`: the state before a recording; several are combined.
    indirect case restore(Snapshot)
    /// `rejected`: a request that was rejected during a recording.
    indirect case rejected(RejectedRequest)
    /// `accepted`: a rejected request that a user accepted during a recording.
    indirect case accepted(RejectedRequest, apnsID: APNSID)
    /// `extension`: the result of an app's service extension during a recording.
    indirect case extensionEnded(NotificationID, ExtensionAnswer)
    /// `push`, or a push line: its repetitions and their interval in seconds. Its time is set when
    /// it is sent, and its identifier is generated unless `apnsID` is given.
    case push(PushRequest, count: Int, every: TimeInterval)
    /// A request to the machine of another push system. Its time is set when it is sent, and its
    /// identifier is generated unless `apnsID` is given.
    indirect case guest(Guests.Request)
    /// `advance`: a span in seconds.
    case advance(TimeInterval)
    /// `set`: the keys and values as written, which are parsed when the moment is known.
    case set([Assignment])
    /// `act`: an action on entries; `seconds` for `snooze` only.
    indirect case act(on: Target, action: String, text: String?, seconds: TimeInterval? = nil)
    /// `expect`: the inbox JSON must match.
    case expect(JSONObject)
    /// `expectEvent`: an event must match.
    case expectEvent(JSONObject)
    /// `expectNone`: a filter that must match nothing.
    case expectNone(String)
    /// `screen`: the screen must equal the golden one.
    indirect case screen(GoldenScreen)
    /// `say`: a sentence for the audience of a demo.
    case say(String)
    /// `press`: keys on the screen of a demo, by name.
    case press([String])

    /// Whether it is an expectation, which changes nothing.
    public var isExpectation: Bool {
      switch self {
      case .expect, .expectEvent, .expectNone, .screen: true
      default: false
      }
    }
  }

  /// The golden screen that a `screen` step compares.
  public struct GoldenScreen: Equatable, Sendable {
    /// Columns, 1 to 1,000.
    public var columns: Int
    /// Rows, 1 to 1,000.
    public var rows: Int
    /// The name of the view as written; the screen validates it.
    public var view: String
    /// The file with the text, relative to the scenario and below its folder. It ends with `.txt`,
    /// or with `.svg` for a picture.
    public var golden: String
    /// The file with the styles, one letter per cell, ending with `.style`; nil if only the text is
    /// compared.
    public var style: String?

    /// The extensions of golden files; no other file is overwritten.
    public static let endings = [".txt", ".svg", ".style"]

    /// Describes a screen.
    public init(columns: Int, rows: Int, view: String, golden: String, style: String? = nil) {
      self.columns = columns
      self.rows = rows
      self.view = view
      self.golden = golden
      self.style = style
    }
  }

  /// One key of a `set` step.
  public struct Assignment: Equatable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: String
  }

  /// The target of an `act` step, its key `on`.
  public enum Target: Equatable, Sendable {
    /// `"last"`: the newest entry.
    case last
    /// The entry with a number.
    case id(NotificationID)
    /// The entry with an identifier, as in ``Phone/entry(called:)``; any other text is a filter. An
    /// empty text matches all entries.
    case named(String)
  }
}
