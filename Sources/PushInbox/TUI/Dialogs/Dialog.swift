import InboxModel

/// A prompt, a menu or a question over a page.
enum Dialog: Equatable, Sendable {
  case reply(ReplyPrompt)
  /// The actions of a notification.
  case actions(ActionsMenu)
  case question(Question)
  /// A menu.
  case choice(Choice)
  /// The line after `:`.
  case command(CommandPrompt)
  /// A setting being typed.
  case setting(SettingPrompt)
  /// The key that a command is to get.
  case key(KeyPrompt)
  /// A line that an action asks for.
  case line(LinePrompt)
  /// The line after `/`.
  case filter(FilterPrompt)
  /// A background task that is waited for, in a few words.
  case task(String)

  /// Whether text is typed into it, or it waits: `^C` gives it up, `^Z` and `^L` mean the terminal.
  var takesText: Bool {
    switch self {
    case .reply, .command, .setting, .filter, .line, .task: true
    case .actions, .question, .choice, .key: false
    }
  }

  /// Whether the text has several lines, or any key is received as it is.
  var takesEveryKey: Bool {
    switch self {
    case .reply, .key: true
    default: false
    }
  }

  /// Whether it is about a push: the inbox does not follow new pushes meanwhile.
  var isAboutPush: Bool {
    switch self {
    case .reply, .actions, .question, .choice, .line: true
    case .command, .setting, .key, .filter, .task: false
    }
  }
}

/// The actions of a notification, and the place of the row that Enter chooses.
struct ActionsMenu: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    case action(Action)
    case open, dismiss
  }

  let id: NotificationID
  var cursor = 0
}

/// The prompt of an action that asks for text.
struct ReplyPrompt: Equatable, Sendable {
  var id: NotificationID
  var action: Action
  var field: TextField

  var name: AnswerName { AnswerName(push: id, action: action.identifier) }
}

/// A question to be answered with yes or no.
struct Question: Equatable, Sendable {
  /// What happens on yes.
  enum Subject: Equatable, Sendable {
    /// Unlock the phone, then use the action.
    case unlock(NotificationID, ActionIdentifier, text: String?)
    /// Dismiss everything.
    case dismissAll
    /// Remove all refused pushes, or those that match the filter.
    case removeRefused
    /// Write a push over the file that is there.
    case replaceFile(PushReference, path: String)
    /// Drop the person's changes of these keys, all of something with that name.
    case reset([String], of: String)
    /// Take an app off the phone, and its device tokens with it.
    case uninstall(BundleID)
    /// Take what stands at a path, and has that name, out of its list.
    case remove([String], of: String)
    /// Leave, though so many pushes are kept nowhere.
    case quit(losing: Int)
  }

  var subject: Subject
}
