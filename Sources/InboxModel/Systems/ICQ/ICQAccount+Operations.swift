import Foundation

// The operations of clients, and the handling of events (ICQ-01 to ICQ-11).

extension ICQAccount {
  /// The result of a client's start: the waiting events are delivered to it (ICQ-06).
  struct Start: Equatable {
    var events: [ICQEvent] = []
    var news: [ICQNews] = []
  }

  // MARK: Clients

  /// Handles a client's login, changed parameters, or logout.
  ///
  /// - Parameter isOpen: Whether the client is on the phone's screen.
  mutating func accept(_ login: ICQLogin, isOpen: Bool, at now: Date) -> Start {
    switch (login.otherClient, login.logsOut) {
    case (nil, false): return logIn(login.parameters, isOpen: isOpen, at: now)
    case (nil, true):
      guard session != nil else { return Start() }
      session = nil
      return Start(news: [news(.ended, "the client on the phone logged out")])
    case (let client?, false): return start(client)
    case (let client?, true):
      guard otherClient == client else { return Start() }
      otherClient = nil
      return Start(news: [news(.otherLeft, "\(client) logged out")])
    }
  }

  private mutating func logIn(
    _ parameters: ICQParameters, isOpen: Bool, at now: Date
  ) -> Start {
    var start = Start()
    let isNew = parameters != session?.parameters
    if session?.isOnline == true {
      session?.parameters = parameters
      session?.activeAt = now
      if isNew { start.news = [news(.changed, "notifyMode \(parameters.notifyMode.rawValue)")] }
    } else {
      session = ICQSession(parameters, at: now)
      start = startOnPhone("the client on the phone logged in")
    }
    // Its time online was not visible to anyone.
    if let absent = outlive(isOpen: isOpen) {
      start.news = start.news.filter { $0.kind != .online } + absent
    }
    return start
  }

  /// Handles the start of the client on the phone's screen, which resets the counts (ICQ-23).
  mutating func open(at now: Date) -> Start {
    guard let old = session else { return Start() }
    session = ICQSession(old.parameters, at: now)
    var start = startOnPhone("the client on the phone was opened")
    if old.isOnline { start.news.removeAll { $0.kind == .online } }
    return start
  }

  /// Handles the client leaving the phone's screen; its session continues (ICQ-02).
  mutating func leave(at now: Date) -> [ICQNews] {
    session?.activeAt = now
    return outlive(isOpen: false) ?? []
  }

  /// Ends a session without pushes together with its client.
  private mutating func outlive(isOpen: Bool) -> [ICQNews]? {
    guard let session, session.isOnline, session.parameters.notifyMode == .disabled, !isOpen
    else { return nil }
    return goOffline(.disabled)
  }

  private mutating func startOnPhone(_ because: String) -> Start {
    var start = Start(news: [news(.online, because)])
    if let client = otherClient {
      otherClient = nil
      start.news.append(news(.otherLeft, "\(client) was logged out by the client on the phone"))
    }
    deliver(to: "the phone", &start)
    return start
  }

  /// Starts another client, which takes the phone's session offline, so that nothing arrives twice
  /// (ICQ-07).
  private mutating func start(_ client: String) -> Start {
    var start = Start(news: [news(.otherClient, "\(client) was started")])
    otherClient = client
    if session?.isOnline == true { start.news += goOffline(.otherClient) }
    deliver(to: client, &start)
    return start
  }

  private mutating func deliver(to client: String, _ start: inout Start) {
    guard !waiting.isEmpty else { return }
    start.events = waiting
    waiting = []
    let count = start.events.count
    start.news.append(
      news(
        .handed,
        "\(client) received \(count == 1 ? "the waiting event" : "all \(count) waiting events")"))
  }

  /// Takes the phone's session offline.
  mutating func goOffline(_ absence: ICQSession.Absence) -> [ICQNews] {
    session?.absence = absence
    return [news(.offline, absence.words)]
  }

  // MARK: Events

  /// Handles an event. It waits unless a running client receives it.
  mutating func receive(_ event: ICQEvent, isOpen: Bool) -> ICQNews {
    func fate(_ kind: ICQNews.Kind, _ because: String) -> ICQNews {
      ICQNews(kind, of: uin, from: event.from, because: because)
    }
    if let otherClient { return fate(.delivered, "\(otherClient) is online and received it") }
    if isOpen, session?.isOnline == true {
      return fate(.delivered, "the client on the phone is open and received it")
    }
    waiting.append(event)
    guard let session else { return fate(.stored, "there is no session on the phone") }
    if let absence = session.absence {
      return fate(.stored, "the session on the phone is offline: \(absence.words)")
    }
    let mode = session.parameters.notifyMode
    switch mode {
    case .sendOnlyOne where !session.notified.isEmpty:
      return fate(.counted, "\(mode.rawValue): there was a push since the client was opened")
    case .sendOnePerConversation where session.notified.contains(event.from):
      return fate(
        .counted,
        "\(mode.rawValue): \(event.from.rawValue) had a push since the client was opened")
    case .disabled, .sendOnlyOne, .sendOnePerConversation, .applePushNotification:
      self.session?.notified.insert(event.from)
      return fate(.pushed, mode.rawValue)
    }
  }

  private func news(_ kind: ICQNews.Kind, _ because: String) -> ICQNews {
    ICQNews(kind, of: uin, because: because)
  }
}

// MARK: - Responses

extension ICQAccount {
  /// Returns the response to a client: the user's state and the delivered events, a JSON text.
  func document(isOpen: Bool, handed: [ICQEvent] = []) -> String {
    JSONMembers.text { json in
      json.add("events", objects: handed) { event, json in event.write(to: &json) }
      json.add("mobileIcon", hasMobileIcon)
      json.add("otherClient", otherClient)
      json.add("presence", isOnline ? "online" : "offline")
      if let session {
        json.add("session") { json in
          if let absence = session.absence { json.add("because", absence.words) }
          json.add("notifyMode", session.parameters.notifyMode.rawValue)
          json.add("open", isOpen)
          json.add("state", session.isOnline ? "online" : "offline")
          if session.isOnline, !isOpen { json.add("until", session.end) }
        }
      } else {
        json.add("session", json: nil)
      }
      json.add("uin", uin.rawValue)
      json.add("waiting") { json in
        json.add("authorisations", waitingCount(of: .authorisation))
        json.add("messages", waitingCount(of: .message))
      }
    }
  }
}

extension ICQEvent {
  fileprivate func write(to json: inout JSONMembers) {
    for (key, text) in [("firstName", firstName), ("lastName", lastName), ("nick", nick)]
    where !text.isEmpty {
      json.add(key, text)
    }
    json.add("from", from.rawValue)
    json.add("kind", kind.rawValue)
    json.add("text", text)
    json.add("time", time)
  }
}
