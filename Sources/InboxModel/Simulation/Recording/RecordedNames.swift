/// The names of entries in a recording: their apns-ids. Numbers would change when pushes are
/// removed from the recording.
struct RecordedNames {
  private var entries: [NotificationID: (name: String, identifiers: Set<String>)] = [:]
  /// The number of entries with an identifier, by the identifier in lower case.
  private var uses: [String: Int] = [:]

  /// Returns the apns-id of an entry; nil if it is ambiguous or could be read as another target.
  subscript(id: NotificationID) -> String? {
    guard let name = entries[id]?.name, uses[name.lowercased()] == 1, name != "last",
      Int(name) == nil, name.utf8.first != UInt8(ascii: "-")
    else { return nil }
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "-"), 48...57, 65...90, 97...122: true
      default: false
      }
    }
    return isWord && !name.isEmpty ? name : nil
  }

  /// Adds an entry.
  mutating func add(_ entry: DeliveredNotification, at place: Place) {
    switch place {
    case .listed, .held: break
    case .removed, .unlisted: return
    }
    let identifiers: Set = [entry.apnsID.text.lowercased(), entry.requestID.text.lowercased()]
    entries[entry.id] = (entry.apnsID.text, identifiers)
    for identifier in identifiers { uses[identifier, default: 0] += 1 }
  }

  /// Adds an entry again if it was removed.
  mutating func bringBack(_ entry: DeliveredNotification, at place: Place) {
    if entries[entry.id] == nil { add(entry, at: place) }
  }

  /// Adds and removes entries according to a change.
  mutating func follow(_ change: StoreChange) {
    guard case .phone(let change) = change else { return }
    switch change {
    case .insert(let record): add(record.notification, at: record.place)
    case .update(let id, _, _, .removed), .delete(let id): forget(id)
    default: break
    }
  }

  private mutating func forget(_ id: NotificationID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    for identifier in entry.identifiers {
      uses[identifier] = uses[identifier].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }
}
