import InboxModel

/// The tables, and how older stores become newer ones.
enum Schema {
  /// `PInb` in ASCII: how the file says whose it is (`PRAGMA application_id`).
  static let applicationID = 0x5049_6e62

  /// The version this program writes (`PRAGMA user_version`).
  static var version: Int { steps.count }

  /// Step n makes version n+1 out of version n; the first one starts with nothing.
  ///
  /// What the list needs at start stands in `pushes`, alone, so that loading it reads nothing else; the
  /// originals are large and wanted one at a time. There are no indexes beside the numbers: what a push
  /// is looked up by otherwise is typed by a person, and a scan of narrow rows is quick enough for that,
  /// while every index would cost each push.
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
    // The label of what opens the app: NULL is the usual one, '' is none.
    "ALTER TABLE pushes ADD COLUMN open_label TEXT",
    // What background pushes have had apps do: who was woken when, who is awake, what waits.
    "CREATE TABLE fetches (app TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID",
    // A token may be of several apps, and goes with each by itself.
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
    // The numbered queues: what can be sent again, the last number given, what the app has counted.
    """
    CREATE TABLE letters (id INTEGER PRIMARY KEY, payload BLOB NOT NULL, delivery TEXT NOT NULL);
    CREATE TABLE positions (
      token TEXT NOT NULL, app TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (token, app)
    ) WITHOUT ROWID;
    CREATE TABLE missed (
      token TEXT NOT NULL, app TEXT NOT NULL, memory TEXT NOT NULL, PRIMARY KEY (token, app)
    ) WITHOUT ROWID;
    """,
    // What the sender of a refused push was answered beside the reason, and the fault it was refused by.
    """
    ALTER TABLE refused ADD COLUMN apns_id TEXT;
    ALTER TABLE refused ADD COLUMN gone_since INTEGER;
    ALTER TABLE refused ADD COLUMN fault INTEGER;
    """,
    // A token can be told of by the feedback service, and be of use again when the configuration says so.
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
    // What phones are offered, and what came from other providers; by what they know this store.
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
    // A provider has positions of its own for each device; which one the phone was is what was set, if anything.
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
    // The ICQ server: its users, and what waits for each in the order in which it came.
    """
    CREATE TABLE icq (uin TEXT PRIMARY KEY, account TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE icq_waits (number INTEGER PRIMARY KEY, uin TEXT NOT NULL, event TEXT NOT NULL);
    """,
    // The apns-unique-id; NULL outside the development environment.
    "ALTER TABLE pushes ADD COLUMN unique_id TEXT",
    // The length of a rejected body of which the beginning is retained; NULL: that is the whole.
    "ALTER TABLE refused ADD COLUMN size INTEGER",
    // The moment of delivery (NULL: it never reached the phone) and the ordinal among those that
    // reached it. Of older pushes both are unknown: they count as delivered when they were
    // received, in the order of their numbers.
    """
    ALTER TABLE pushes ADD COLUMN delivered_at INTEGER;
    ALTER TABLE pushes ADD COLUMN arrival INTEGER;
    UPDATE pushes SET delivered_at = received_at, arrival = id;
    """,
    // The sound a push asks for, as JSON with what differs from the default sound; NULL: it is silent.
    "ALTER TABLE pushes ADD COLUMN sound TEXT",
    // What became of counted pushes, what phones report of it, and what is reported to providers.
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
    // The positions reached in live feeds: files by their paths, HTTP streams by their addresses.
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
    // Whether a refused push was removed from its list: it goes when the store is opened the next time.
    "ALTER TABLE refused ADD COLUMN removed INTEGER NOT NULL DEFAULT 0",
    // The payload as text to be searched; NULL only while an older store is brought up to date.
    "ALTER TABLE pushes ADD COLUMN payload_text TEXT",
  ]

  /// Brings an older store to ``version``.
  ///
  /// Which version it has is read where nobody else can write: of two processes that find an older store the
  /// second finds it renewed.
  static func bringUpToDate(_ connection: SQLiteConnection) throws(DatabaseError) {
    guard try connection.number("PRAGMA user_version") < version else { return }
    try connection.execute("BEGIN IMMEDIATE")
    let found = try connection.number("PRAGMA user_version")
    if found < version {
      for step in steps[found...] { try connection.execute(step) }
      try addPayloadTexts(connection)
      try connection.execute(
        """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """)
    }
    try connection.execute("COMMIT")
  }

  /// Makes the text to be searched of each payload whose row has none.
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
