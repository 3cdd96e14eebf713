extension KeyTable {
  static let inbox = KeyTable(
    commands: rows.union([
      .nextGroup, .previousGroup, .fold, .unfold, .toggle, .foldAll, .unfoldAll,
    ]),
    sections: [.item, .find, .phone, .feed, .views, .terminal],
    meanings: [
      .first: "newest, follow", .previousTab: "", .nextTab: "",
      .otherPane: "right pane", .new: "next match", .accept: "",
    ],
    hints: [.new: "next", .pause: "go on", .cancel: "list all"])

  /// The keys of the right pane of the inbox.
  static let pane = KeyTable(
    commands: rows, sections: [.item, .find, .phone, .feed, .views, .terminal],
    meanings: [
      .fold: "previous page", .unfold: "next page", .otherPane: "to the list", .toggle: "page down",
      .nextGroup: "next push", .previousGroup: "previous push", .filter: "search the page",
      .new: "next match", .accept: "", .follow: "", .quiet: "",
    ],
    hints: [.nextTab: "page", .otherPane: "list", .nextGroup: "push", .cancel: "list"])
}
