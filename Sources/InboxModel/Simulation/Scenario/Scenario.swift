import Foundation

/// A story to be played on the virtual clock: JSON Lines, one step each.
public struct Scenario: Equatable, Sendable {
  /// The moment at which it begins: its `clock` line, else its first `receivedAt` or `at`, else
  /// 2026-01-01T00:00:00Z.
  public var start = Date(timeIntervalSince1970: 1_767_225_600)
  /// The seed of its identifiers.
  public var seed: UInt64 = 0
  /// The steps after the `clock` line, in their order.
  public var steps: [Step] = []

  /// A story in which nothing happens.
  public init() {}

  /// One line.
  public struct Step: Equatable, Sendable {
    /// The clock is moved there first; never back.
    public var at: Date?
    /// The action.
    public var action: Action
    /// The name that its author gave an expectation, on one line; nil without one, and for other
    /// steps.
    public var name: String?
    /// The position of the step, for errors while it runs.
    public var place: Location
    /// The place of ``at`` in its line, if it names a moment.
    var moment: Moment?
    /// The places of other values that only a run can find wrong, byte offsets by their paths:
    /// `set.lock`, `act.on`.
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

    /// Returns the position of a value such as `screen.golden`; that of the step when it is not
    /// known.
    public func place(of path: String) -> Location {
      let named = moment.flatMap { $0.key.rawValue == path ? $0.offset : nil }
      guard let offset = named ?? offsets[path] else { return place }
      var place = place
      place.position = JSONPosition(offset: offset, line: place.position.line, column: offset + 1)
      return place
    }

    /// An error of the step with its place: that of the value its path names.
    public func located(_ error: SettingsError) -> SettingsError {
      var error = error
      let place = place(of: error.path)
      (error.file, error.position) = (place.file, place.position)
      return error
    }
  }

  /// The position of a step.
  public struct Location: Equatable, Sendable {
    /// The file; nil when there is none.
    public var file: String?
    /// The line and the column at which its value begins.
    public var position: JSONPosition

    /// Names a place.
    public init(file: String? = nil, position: JSONPosition = JSONPosition()) {
      self.file = file
      self.position = position
    }
  }

  /// The action of a step. The large cases are indirect: most steps are pushes.
  public enum Action: Equatable, Sendable {
    /// `device`, `app`, `focus`, `summary`, `categories`: all settings after the step, and what it
    /// says of things the person may have changed meanwhile, which is said anew.
    indirect case configure(PhoneSettings, changes: [SettingChange])
    /// `gateway`: its settings after the step.
    indirect case gateway(GatewaySettings)
    /// `history`: how many entries the list keeps.
    case history(keep: Int)
    /// `snapshot`: what was there before a recording began; several add up.
    indirect case restore(Snapshot)
    /// `refused`: what was refused while a recording was made, and is again.
    indirect case rejected(RejectedRequest)
    /// `accepted`: what had been refused and was accepted by hand while a recording was made.
    indirect case accepted(RejectedRequest, apnsID: APNSID)
    /// `extension`: how an app's service extension ended while a recording was made.
    indirect case extensionEnded(NotificationID, ExtensionAnswer)
    /// `push`, or a push line by itself: how often, and so many seconds apart. Its time is filled
    /// in when it is sent, and its fresh identifier unless `apnsID` stands beside it.
    case push(PushRequest, count: Int, every: TimeInterval)
    /// A request to the machine of another push system. Its time is filled in when it is sent, and
    /// its fresh identifier unless `apnsID` stands beside it.
    indirect case guest(Guests.Request)
    /// `advance`: seconds.
    case advance(TimeInterval)
    /// `set`: keys and values as written; read when the moment is known.
    case set([Assignment])
    /// `act`: seconds only for `snooze`.
    indirect case act(on: Target, action: String, text: String?, seconds: TimeInterval? = nil)
    /// `expect`: the inbox JSON contains this.
    case expect(JSONObject)
    /// `expectEvent`: an event contains this.
    case expectEvent(JSONObject)
    /// `expectNone`: a filter that matches nothing.
    case expectNone(String)
    /// `screen`: the screen is the golden one.
    indirect case screen(GoldenScreen)
    /// `say`: a sentence to who watches a demo.
    case say(String)
    /// `press`: keys on the screen of a demo, by their names.
    case press([String])

    /// Whether it changes nothing and asks what happened.
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
    /// The name of the view as written; which there are is the screen's business.
    public var view: String
    /// The file with the text, relative to the scenario and below its folder; ends in `.txt`, or in
    /// `.svg` for a picture.
    public var golden: String
    /// The file with the styles, one letter a cell; ends in `.style`. Nil when only the text
    /// counts.
    public var style: String?

    /// The endings of golden files: no other file is overwritten.
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
    /// A number.
    case id(NotificationID)
    /// An identifier of an entry, as in ``Phone/entry(called:)``; what is none is a filter. Empty
    /// is all.
    case named(String)
  }
}
