import InboxModel

/// The tables, and the steps that update older stores.
enum Schema {
  /// `PInb` in ASCII, which identifies our files (`PRAGMA application_id`).
  static let applicationID = 0x5049_6e62

  /// The version that this program writes (`PRAGMA user_version`).
  static var version: Int { steps.count }

  /// The statements of each step: step n updates version n to n+1; the first one starts with an
  /// empty file.
  ///
  /// `pushes` has only the columns that the list needs at start, so that loading it reads nothing
  /// else; originals are large and read one at a time. There are no indexes except the numbers:
  /// other lookups are typed by a user, and a scan of narrow rows is fast enough for them, while
  /// each index would slow down each push.
  static let steps = [
    """
    CREATE TABLE pushes (
      id INTEGER PRIMARY KEY,
      place INTEGER NOT NULL,              -- 0 listed, 1 held, 2 removed, 3 unlisted
      held_until INTEGER,                  -- moments are milliseconds since 1970, UTC
      is_read INTEGER NOT NULL,
      acted TEXT,
      received_at INTEGER NOT NULL,
      app TEXT NOT NULL,
      topic TEXT,                          -- NULL: the app
      thread TEXT NOT NULL,
      category TEXT,
      apns_id TEXT NOT NULL,
      request_id TEXT,                     -- NULL: the apns-id
      collapse_id TEXT,
      title TEXT,
      subtitle TEXT,
      body TEXT,
      level TEXT NOT NULL,
      badge INTEGER,
      replaced INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      reason TEXT NOT NULL,
      presented INTEGER NOT NULL,
      summary_argument TEXT,
      summary_argument_count INTEGER NOT NULL,
      relevance_score REAL NOT NULL,
      token TEXT NOT NULL,
      push_type TEXT,
      payload_size INTEGER NOT NULL,
      text_note TEXT
    );
    CREATE TABLE originals (
      id INTEGER PRIMARY KEY,
      payload BLOB NOT NULL,               -- the exact bytes
      delivery TEXT NOT NULL,
      circumstances TEXT NOT NULL
    );
    CREATE TABLE queued (                  -- accepted, waiting for the phone to come online
      id INTEGER PRIMARY KEY,
      payload BLOB NOT NULL,
      delivery TEXT NOT NULL
    );
    CREATE TABLE refused (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      wire TEXT NOT NULL,
      transport TEXT NOT NULL,
      client TEXT,
      connection INTEGER NOT NULL,
      stream INTEGER NOT NULL,
      reason TEXT NOT NULL,
      status INTEGER,
      because TEXT NOT NULL,
      fix TEXT NOT NULL,
      app TEXT,
      token TEXT,
      path TEXT NOT NULL,
      fields TEXT NOT NULL,
      body BLOB NOT NULL
    );
    CREATE TABLE settings (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL);
    CREATE TABLE badges (app TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE tokens (token TEXT PRIMARY KEY, app TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
    // The label of the button that opens the app: NULL is the default, '' is none.
    "ALTER TABLE pushes ADD COLUMN open_label TEXT",
    // The state of background fetches by app: when it was launched, whether it is awake, waiting
    // pushes.
    "CREATE TABLE fetches (app TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID",
    // A token may belong to several apps, and is registered with each separately.
    """
    CREATE TABLE registrations (
      token TEXT NOT NULL, app TEXT NOT NULL,
      gone_since INTEGER,                  -- NULL: in use
      is_untold INTEGER NOT NULL,          -- the feedback service has yet to tell that it is gone
      PRIMARY KEY (token, app)
    ) WITHOUT ROWID;
    INSERT INTO registrations SELECT token, app, NULL, 0 FROM tokens;
    DROP TABLE tokens;
    """,
    // The numbered queues: pushes that can be repeated, the last number of each queue, the app's
    // position.
    """
    CREATE TABLE letters (id INTEGER PRIMARY KEY, payload BLOB NOT NULL, delivery TEXT NOT NULL);
    CREATE TABLE positions (
      token TEXT NOT NULL, app TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (token, app)
    ) WITHOUT ROWID;
    CREATE TABLE missed (
      token TEXT NOT NULL, app TEXT NOT NULL, memory TEXT NOT NULL, PRIMARY KEY (token, app)
    ) WITHOUT ROWID;
    """,
    // Further fields of the response to a rejected push, and the fault that caused the rejection.
    """
    ALTER TABLE refused ADD COLUMN apns_id TEXT;
    ALTER TABLE refused ADD COLUMN gone_since INTEGER;
    ALTER TABLE refused ADD COLUMN fault INTEGER;
    """,
    // The feedback service can report a token, and the configuration can make it valid again.
    """
    ALTER TABLE registrations RENAME TO older;
    CREATE TABLE registrations (
      token TEXT NOT NULL, app TEXT NOT NULL,
      gone_since INTEGER,                  -- NULL: in use
      untold_since INTEGER,                -- NULL: the feedback service has nothing to tell
      PRIMARY KEY (token, app)
    ) WITHOUT ROWID;
    INSERT INTO registrations
      SELECT token, app, gone_since, CASE WHEN is_untold THEN gone_since END FROM older;
    DROP TABLE older;
    """,
    // Pushes relayed to phones, pushes from other providers, and the identifiers of this store.
    """
    CREATE TABLE phones (phone TEXT PRIMARY KEY, seen_at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE phone_counts (
      phone TEXT NOT NULL, app TEXT NOT NULL, given INTEGER NOT NULL, numbered INTEGER NOT NULL,
      acknowledged INTEGER NOT NULL, PRIMARY KEY (phone, app)
    ) WITHOUT ROWID;
    CREATE TABLE offers (
      phone TEXT NOT NULL,
      id INTEGER NOT NULL,                 -- the push
      app TEXT NOT NULL,
      position INTEGER NOT NULL,
      number INTEGER,                      -- in the payload; NULL: it has none
      PRIMARY KEY (phone, id)
    ) WITHOUT ROWID;
    CREATE TABLE feed_positions (
      provider TEXT NOT NULL, app TEXT NOT NULL, position INTEGER NOT NULL,
      PRIMARY KEY (provider, app)
    ) WITHOUT ROWID;
    INSERT INTO counters VALUES ('identity', random());
    """,
    // A provider has separate positions for each device. The old rows belong to the configured
    // device, if any.
    """
    ALTER TABLE feed_positions RENAME TO older;
    CREATE TABLE feed_positions (
      provider TEXT NOT NULL, device TEXT NOT NULL, app TEXT NOT NULL, position INTEGER NOT NULL,
      PRIMARY KEY (provider, device, app)
    ) WITHOUT ROWID;
    INSERT INTO feed_positions
      SELECT provider,
        ifnull((SELECT trim(value, '"') FROM settings WHERE key = 'queue.deviceId'), 'phone'),
        app, position
      FROM older;
    DROP TABLE older;
    """,
    // The ICQ server: its users, and the waiting events of each in their order.
    """
    CREATE TABLE icq (uin TEXT PRIMARY KEY, account TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE icq_waits (number INTEGER PRIMARY KEY, uin TEXT NOT NULL, event TEXT NOT NULL);
    """,
    // The apns-unique-id; NULL outside the development environment.
    "ALTER TABLE pushes ADD COLUMN unique_id TEXT",
    // The length of a rejected body that is stored in part; NULL if it is stored whole.
    "ALTER TABLE refused ADD COLUMN size INTEGER",
    // The moment of delivery (NULL: it never reached the phone) and the ordinal among the delivered
    // ones. Both are unknown for older pushes: they count as delivered when received, in the order
    // of their numbers.
    """
    ALTER TABLE pushes ADD COLUMN delivered_at INTEGER;
    ALTER TABLE pushes ADD COLUMN arrival INTEGER;
    UPDATE pushes SET delivered_at = received_at, arrival = id;
    """,
    // The sound of a push as JSON, without the default values; NULL for a silent one.
    "ALTER TABLE pushes ADD COLUMN sound TEXT",
    // The outcomes of counted pushes, the arrival reports of phones, and the reports due to
    // providers.
    """
    CREATE TABLE queue_counts (queue TEXT PRIMARY KEY, counts TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE outstanding (
      queue TEXT NOT NULL, number INTEGER NOT NULL, push TEXT NOT NULL, PRIMARY KEY (queue, number)
    ) WITHOUT ROWID;
    CREATE TABLE reports (
      number INTEGER PRIMARY KEY, provider TEXT NOT NULL, device TEXT NOT NULL, report TEXT NOT NULL
    );
    CREATE TABLE phone_streams (
      phone TEXT PRIMARY KEY, stream TEXT NOT NULL, reported INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    // The positions reached in live feeds: files by path, HTTP streams by address.
    """
    CREATE TABLE feed_progress (
      feed TEXT PRIMARY KEY,
      line_count INTEGER NOT NULL,
      line_count_overall INTEGER NOT NULL, -- of all feeds: line-N continues from it
      inode INTEGER,                       -- NULL: no file; nor are the next two
      position INTEGER,
      fingerprint INTEGER,                 -- of the first bytes
      is_inside_long_line INTEGER NOT NULL,
      last_event_id TEXT
    ) WITHOUT ROWID;
    """,
    // Whether a rejected push was removed from its list; the next opening of the store deletes it.
    "ALTER TABLE refused ADD COLUMN removed INTEGER NOT NULL DEFAULT 0",
    // The searchable text of the payload; NULL only while an older store is updated.
    "ALTER TABLE pushes ADD COLUMN payload_text TEXT",
    // The Live Activities, and what those of an app have in common: its push-to-start token, its
    // budgets, old tokens.
    """
    CREATE TABLE activities (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
    CREATE TABLE app_activities (app TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
    """,
    // The broadcast channels, each with its stored message.
    """
    CREATE TABLE channels (
      app TEXT NOT NULL,
      environment TEXT NOT NULL,           -- '': both
      id TEXT NOT NULL,
      number INTEGER NOT NULL,
      storage INTEGER NOT NULL,
      deleted_at INTEGER,                  -- NULL: it exists
      payload BLOB,                        -- NULL: no message is stored; nor is the next
      delivery TEXT,
      PRIMARY KEY (app, environment, id)
    ) WITHOUT ROWID;
    """,
  ]

  /// Creates the tables of a version in an empty file, inside the open transaction.
  static func make(_ version: Int, in connection: SQLiteConnection) throws(DatabaseError) {
    for step in steps[..<version] { try connection.execute(step) }
    try mark(version, in: connection)
  }

  /// Stores the version, and that the file is ours.
  private static func mark(
    _ version: Int, in connection: SQLiteConnection
  ) throws(DatabaseError) {
    try connection.execute(
      """
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version);
      """)
  }

  /// Updates an older store to ``version``.
  ///
  /// The version is read inside the write transaction: if two processes find an older store, the
  /// second one finds it updated.
  static func bringUpToDate(_ connection: SQLiteConnection) throws(DatabaseError) {
    guard try connection.number("PRAGMA user_version") < version else { return }
    try connection.execute("BEGIN IMMEDIATE")
    let found = try connection.number("PRAGMA user_version")
    if found < version {
      for step in steps[found...] { try connection.execute(step) }
      try addPayloadTexts(connection)
      try mark(version, in: connection)
    }
    try connection.execute("COMMIT")
  }

  /// Adds the searchable text to the rows that have none.
  private static func addPayloadTexts(_ connection: SQLiteConnection) throws(DatabaseError) {
    let update = try Statement("UPDATE pushes SET payload_text = ? WHERE id = ?", on: connection)
    let rows = try Statement(
      """
      SELECT \(PushRow.columns), payload FROM pushes JOIN originals USING (id)
      WHERE payload_text IS NULL ORDER BY id
      """, on: connection)
    var texts: [(id: Int, text: String)] = []
    var reader = PushReader()
    while try rows.step() {
      let notification = reader.read(rows).notification
      let text = PayloadText(
        of: rows.bytes(Int32(PushRow.Column.allCases.count)), beside: notification)
      texts.append((notification.id.rawValue, text.stored))
    }
    for (id, text) in texts {
      try update.run(text, id)
    }
  }
}
