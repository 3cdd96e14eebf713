extension KeyTable {
  /// The keys of the inbox.
  static let inbox = KeyTable(
    moves: rows.union([
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
    moves: rows, sections: [.item, .find, .phone, .feed, .views, .terminal],
    meanings: [
      .previousTab: "previous tab", .nextTab: "next tab", .fold: "previous tab",
      .unfold: "next tab", .otherPane: "to the list", .toggle: "page down",
      .nextGroup: "next push", .previousGroup: "previous push", .filter: "search the page",
      .new: "next match", .previousMatch: "previous match", .why: "why: the trace",
      .accept: "", .follow: "", .quiet: "",
    ],
    hints: [.nextTab: "tab", .otherPane: "list", .nextGroup: "next push", .cancel: "list"])
}
