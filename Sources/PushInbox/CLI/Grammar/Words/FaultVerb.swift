import InboxModel

/// The first word after `fault`.
enum FaultVerb: String, CaseIterable {
  case add, ls, rm
}
