/// What `config init` writes: every line that begins with a remark shows a default or an example.
enum ConfigurationTemplate {
  static let text = """
    // The configuration of PushInbox, JSON5. What is commented out is the default, or an example.
    //   pushinbox config check     whether it can be read
    //   pushinbox config reload    has a running inbox read it again
    //   pushinbox config show --origin
    {
      device: {
        // lock: "unlocked",               // "locked"
        // previews: "whenAuthenticated",  // "always", "never"
        // grouping: "automatic",          // "byApp", "off"
        // languages: ["en"],              // else that of the locale
        // timeZone: "Europe/Berlin",      // else the system's
        // ringer: "on",                   // "silent"
        // summaryStyle: "ios15",          // "ios12"
        // badgeZeroClears: false,         // a badge going to 0 takes the app's entries with it
        // stackThreshold: 2,              // from how many entries on a group is a stack
        // removeActedOn: false,           // entries acted on leave the list, as on iOS
        // lowPower: false,                // pushes of priority 5 and 1 wait until it is over
        // backgroundBudget: 3,            // how often an hour background pushes wake an app
        // era: "today",                   // "2012", a phone before categories, levels and Focus
      },

      focus: {
        // night: { from: "22:00", to: "07:00", days: "daily", allowApps: ["com.example.health"] },
        // dnd: { allowTimeSensitive: true },
      },

      summary: {
        // times: ["08:00", "18:00"],
        // apps: ["com.example.news"],
      },

      apps: {
        // "com.example.chat": { name: "Chat", banners: true, present: ["banner", "list"] },
        // "com.example.health": { critical: true, timeSensitive: "assumed" },
        // "com.example.vault": { extension: { run: ["./decrypt"], limit: "30s" } },
      },

      // For every app; an app may have its own under `categories`.
      categories: {
        // MESSAGE: { actions: [ { id: "REPLY", title: "Reply", textInput: { button: "Send" } } ] },
      },

      gateway: {
        // strict: false,                  // true asks for Apple's forms and a provider token
        // streams: "apple",               // one request at a time until a sender has proved who it is
        // legacy: "127.0.0.1:2195",       // Apple's binary interface of old
        // feedback: "127.0.0.1:2196",     // its feedback service
        // legacyTopic: "com.example.app", // the app of what comes by it
        // keys: [],                       // { id: "ABC123DEFG", team: "DEF123GHIJ", file: "key.p8" }
        // certificates: [],               // { file: "push.pem", topics: ["com.example.mail"] }, { file: "push.p12", password: "secret" }
        // environment: "production",      // "development"; else both
        // environmentKeyReason: "BadEnvironmentKeyIdInToken", // without Id: as seen on the wire
        // tokenUpdates: 5,                // provider tokens in 20 minutes on a connection, where strict
        // devices: [ { token: "00fc", app: "com.example.chat", state: "expired" } ],
        // tokens: "learn",                // "listed": those of devices and no others
        // tokenRate: { count: 10, per: "1m" },  // of pushes to one device token
        // proxy: { user: "me", password: "secret" }, // who may use the CONNECT proxy
      },
      history: {
        // keep: 10000,                    // the newest notifications
        // durable: false,                 // true: a power cut takes nothing
      },

      // Numbered pushes, and the way to the phone.
      queue: {
        // apps: ["com.example.mail"],     // numbered; what did not come is asked for again
        // ttl: "24h",                     // how long a push can be sent again
        // repeatMaxCount: 10,             // of more missing ones the number is told
        // subscriptions: { "com.example.mail": { "ann@example.com": ["Inbox"] } },
        // rule: "corrected",              // "printed": as on the slide of the talk
        // catchUp: "once",                // "each", "summary": how those that come again alert
        // deviceId: "phone",
        // failRepeats: 0,                 // percent of the requests
        // loss: 0, duplicate: 0, reorder: 0, // percent of the deliveries
        // loseNext: 0,                    // so many, whichever they are
        // delay: "0s",
        // seed: 0,                        // which ones
      },

      // What goes wrong on purpose, as with `fault add`.
      faults: [
        // { percent: 5, seed: 42, answer: "TooManyRequests" },
      ],

      // Programs that get events on standard input.
      hooks: [
        // { on: "action", filter: "app:com.example.chat", run: ["./reply.sh"], limit: "30s" },
      ],
      // bidi: "auto",                     // who arranges Arabic and Hebrew: "app", "terminal", "off"
      // banner: "on",                     // "off" draws no banners on the screen
      // How text looks: red, bright black, 208, #5f87af; bold, dim, italic, underlined, reversed.
      colors: {
        // accent: "cyan",                 // keys, names of fields
        // good: "green",                  // what was shown
        // warning: "yellow",              // what keeps pushes quiet or late
        // bad: "red",                     // what was refused or failed
        // unread: "cyan",                 // the marks of pushes
        // quiet: "yellow",
        // critical: "bold red",
        // timeSensitive: "yellow",
        // faint: "dim",                   // lines, times, remarks; "bright black" where dim is too dark
      },
      // Used as filter:NAME wherever a filter is typed.
      filters: {
        // work: "app:mail is:unread",
      },
      keys: {
        // X: "dismiss",
      },
      tls: {
        // names: ["push.example.test"],   // of this machine: for the local CA, and answered as Host
      },
    }

    """
}
