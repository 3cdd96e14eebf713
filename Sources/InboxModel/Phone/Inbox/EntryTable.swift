/// A hash table of list entries by keys that the entries contain, so that it stores no keys.
struct EntryTable: Sendable {
  /// The slots of linear probing: a power of two, some of them free.
  private var entries: [Inbox.Entry?] = []
  /// The hashes of the keys, one per slot.
  private var hashes: [UInt32] = []
  private var count = 0

  /// Returns the entry whose key has a hash and for which a closure returns true; nil for none.
  func find(_ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) -> Inbox.Entry? {
    entries.isEmpty ? nil : entries[slot(hash, isMeant)]
  }

  /// Inserts an entry, replacing the one for which a closure returns true.
  mutating func put(_ entry: Inbox.Entry, _ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) {
    reserve(count + 1)
    let slot = slot(hash, isMeant)
    if entries[slot] == nil { count += 1 }
    (entries[slot], hashes[slot]) = (entry, hash)
  }

  /// Removes the entry for which a closure returns true.
  mutating func remove(_ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) {
    guard !entries.isEmpty else { return }
    var free = slot(hash, isMeant)
    guard entries[free] != nil else { return }
    entries[free] = nil
    count -= 1
    // Following entries that were displaced by the removed one move up.
    let mask = entries.count - 1
    var place = (free + 1) & mask
    while let entry = entries[place] {
      let home = Int(hashes[place])
      if (place - home) & mask >= (place - free) & mask {
        (entries[free], hashes[free]) = (entry, hashes[place])
        entries[place] = nil
        free = place
      }
      place = (place + 1) & mask
    }
  }

  /// Returns the slot of the matching entry, or the free one for it.
  private func slot(_ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) -> Int {
    let mask = entries.count - 1
    var place = Int(hash) & mask
    while let entry = entries[place], hashes[place] != hash || !isMeant(entry) {
      place = (place + 1) & mask
    }
    return place
  }

  /// Reserves capacity for a number of entries.
  mutating func reserve(_ most: Int) {
    guard most * 16 > entries.count * 13 else { return }
    let (oldEntries, oldHashes) = (entries, hashes)
    var size = max(16, oldEntries.count * 2)
    while most * 16 > size * 13 { size *= 2 }
    entries = Array(repeating: nil, count: size)
    hashes = Array(repeating: 0, count: size)
    for (entry, hash) in zip(oldEntries, oldHashes) {
      guard let entry else { continue }
      var place = Int(hash) & (size - 1)
      while entries[place] != nil { place = (place + 1) & (size - 1) }
      (entries[place], hashes[place]) = (entry, hash)
    }
  }
}

/// The entries by their numbers.
struct EntriesByNumber: Sendable {
  private var table = EntryTable()

  subscript(id: NotificationID) -> Inbox.Entry? {
    table.find(Self.hash(id)) { $0.id == id }
  }

  mutating func reserve(_ most: Int) {
    table.reserve(most)
  }

  mutating func put(_ entry: Inbox.Entry) {
    let id = entry.id
    table.put(entry, Self.hash(id)) { $0.id == id }
  }

  mutating func remove(_ id: NotificationID) {
    table.remove(Self.hash(id)) { $0.id == id }
  }

  /// Returns a hash that spreads consecutive numbers.
  private static func hash(_ id: NotificationID) -> UInt32 {
    let number = UInt64(bitPattern: Int64(id.rawValue))
    return UInt32(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}

/// The newest entry of each app and request identifier.
struct EntriesByRequest: Sendable {
  private var table = EntryTable()

  subscript(app: BundleID, requestID: RequestID) -> Inbox.Entry? {
    table.find(Self.hash(app, requestID)) { $0.app == app && $0.requestID == requestID }
  }

  /// Inserts an entry unless a newer one is present.
  mutating func put(_ entry: Inbox.Entry) {
    let (app, requestID) = (entry.app, entry.requestID)
    let hash = Self.hash(app, requestID)
    let isMeant = { (other: Inbox.Entry) in other.app == app && other.requestID == requestID }
    if let known = table.find(hash, isMeant), known.arrival > entry.arrival { return }
    table.put(entry, hash, isMeant)
  }

  /// Removes an entry if it is the one in the table.
  mutating func remove(_ entry: Inbox.Entry) {
    table.remove(Self.hash(entry.app, entry.requestID)) { $0.id == entry.id }
  }

  /// Replaces an entry by another version of it if it is the one in the table.
  mutating func replace(_ entry: Inbox.Entry) {
    let hash = Self.hash(entry.app, entry.requestID)
    guard table.find(hash, { $0.id == entry.id }) != nil else { return }
    table.put(entry, hash) { $0.id == entry.id }
  }

  private static func hash(_ app: BundleID, _ requestID: RequestID) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(app)
    hasher.combine(requestID)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
