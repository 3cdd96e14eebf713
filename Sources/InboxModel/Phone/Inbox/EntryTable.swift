/// Entries of a list by keys that they have themselves: a hash table that needs no memory for the
/// keys.
struct EntryTable: Sendable {
  /// By linear probing, in as many slots as a power of two, of which some are free.
  private var entries: [Inbox.Entry?] = []
  /// The hashes of the keys, one for each slot.
  private var hashes: [UInt32] = []
  private var count = 0

  /// The entry whose key has a hash and of which a closure returns true.
  func find(_ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) -> Inbox.Entry? {
    entries.isEmpty ? nil : entries[slot(hash, isMeant)]
  }

  /// Puts an entry in, in place of that of which a closure returns true.
  mutating func put(_ entry: Inbox.Entry, _ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) {
    reserve(count + 1)
    let slot = slot(hash, isMeant)
    if entries[slot] == nil { count += 1 }
    (entries[slot], hashes[slot]) = (entry, hash)
  }

  /// Takes the entry out of which a closure returns true.
  mutating func remove(_ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) {
    guard !entries.isEmpty else { return }
    var free = slot(hash, isMeant)
    guard entries[free] != nil else { return }
    entries[free] = nil
    count -= 1
    // Those that stand behind it because it stood there move up.
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

  /// The slot of the entry that is meant, or the free one where it would stand.
  private func slot(_ hash: UInt32, _ isMeant: (Inbox.Entry) -> Bool) -> Int {
    let mask = entries.count - 1
    var place = Int(hash) & mask
    while let entry = entries[place], hashes[place] != hash || !isMeant(entry) {
      place = (place + 1) & mask
    }
    return place
  }

  /// Makes room for so many entries.
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

/// Entries by their numbers.
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

  /// Numbers that follow each other have hashes far from each other.
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

  /// Puts an entry in unless a newer one is there.
  mutating func put(_ entry: Inbox.Entry) {
    let (app, requestID) = (entry.app, entry.requestID)
    let hash = Self.hash(app, requestID)
    let isMeant = { (other: Inbox.Entry) in other.app == app && other.requestID == requestID }
    if let known = table.find(hash, isMeant), known.arrival > entry.arrival { return }
    table.put(entry, hash, isMeant)
  }

  /// Takes an entry out if it is there itself.
  mutating func remove(_ entry: Inbox.Entry) {
    table.remove(Self.hash(entry.app, entry.requestID)) { $0.id == entry.id }
  }

  /// Puts another version of an entry in its place if that is there.
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
