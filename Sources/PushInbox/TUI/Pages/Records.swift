import InboxModel

/// The events and pushes that the screen received or loaded.
struct Records: Equatable, Sendable {
  /// The extension's view of a push.
  struct Expansion: Equatable, Sendable {
    var id: NotificationID
    var view: ContentView
  }

  var events = EventLog()
  var rejected = RejectedList()
  /// The push loaded last, and the one requested last.
  var detail: InspectedPush?
  var requested: NotificationID?
  /// The content extension's view of the inspected push.
  var expansion: Expansion?
  /// The silent pushes, if the filter of the inbox lists them and they are loaded.
  var silent: [DeliveredNotification]?

  /// Returns the details of a push; nil until they are loaded.
  func detail(of id: NotificationID) -> InspectedPush? {
    detail?.record.notification.id == id ? detail : nil
  }

  /// Returns the stored push; nil while it is loaded, or when it is no longer stored.
  func stored(_ name: PushReference) -> StoredPush? {
    switch name {
    case .entry(let id): detail(of: id).map { .entry($0.record) }
    case .rejected(let number):
      rejected.detail.flatMap { $0.number == number ? .rejected($0) : nil }
    }
  }
}

/// Loading of the shown records.
extension Records {
  /// Stores the response to a request for records.
  mutating func receive(_ event: AppEvent) {
    switch event {
    case .loaded(let id, let detail): if id == requested { self.detail = detail }
    case .expanded(let id, let answer):
      if expansion?.id == id { expansion?.view = ContentView(answer) }
    case .rejectedListed(let rows): rejected.load(rows)
    case .rejectedLoaded(let number, let push):
      if number == rejected.requested { rejected.detail = push }
    default: break
    }
  }

  /// Returns requests for the records that are shown, once for each.
  mutating func load(in context: PageContext) -> [Intent] {
    let target = context.target
    var intents: [Intent] = []
    if let id = target?.id, id != requested {
      requested = id
      intents.append(.loadDetail(id))
    }
    if context.pages.layers.contains(.kept(RejectedPage.command)), !rejected.isLoaded {
      intents.append(.loadRejectedList)
    } else if let number = target?.rejected, number != rejected.requested {
      rejected.requested = number
      intents.append(.loadRejected(number))
    }
    if !context.state.filters.listsSilent {
      silent = nil
    } else if silent == nil {
      intents.append(.loadSilent)
    }
    return intents
  }

  /// Returns the request for the content extension's view of the inspected push, once for each time
  /// it is opened; a request for none if a running one is not needed any more.
  mutating func expand(in context: PageContext) -> [Intent] {
    let wasWorking = expansion?.view == .working
    guard let record = context.pages.inspected.flatMap({ detail(of: $0) })?.record,
      let contentExtension = context.device.contentExtension(of: record.notification)
    else {
      expansion = nil
      return wasWorking ? [.expand(nil)] : []
    }
    guard expansion?.id != record.notification.id else { return [] }
    expansion = Records.Expansion(id: record.notification.id, view: .working)
    if case .stated(let text) = contentExtension.source {
      expansion?.view = ContentView(.printed(Array(text.utf8)))
    }
    let run = ExtensionRun(viewOf: record, by: contentExtension)
    return run == nil && !wasWorking ? [] : [.expand(run)]
  }
}
