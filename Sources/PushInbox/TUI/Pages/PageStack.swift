import InboxModel

/// The inbox and the layers above it. Kept pages retain their state while they are closed.
struct PageStack: Equatable, Sendable {
  var inbox = InboxPage()
  /// The layers above the inbox, the top one last.
  var layers: [Layer] = []
  /// The kept pages, by the commands that open them.
  private var kept = PageRegistry.kept.mapValues { Layer.page($0.init()) }

  // MARK: Pages

  /// A kept page, open or not.
  subscript<P: KeptPage>(type: P.Type) -> P {
    get { kept[P.command]?.page(P.self) ?? P() }
    set { kept[P.command] = .page(newValue) }
  }

  /// The page of a layer by its number, -1 for the inbox; nil for a dialog.
  subscript(place: Int) -> (any Page)? {
    get {
      guard place >= 0 else { return inbox }
      switch layers[place] {
      case .page(let page): return page
      case .kept(let command):
        if case .page(let page)? = kept[command] { return page }
        return nil
      case .dialog: return nil
      }
    }
    set {
      guard let newValue else { return }
      guard place >= 0 else {
        inbox = newValue as? InboxPage ?? inbox
        return
      }
      switch layers[place] {
      case .page: layers[place] = .page(newValue)
      case .kept(let command): kept[command] = .page(newValue)
      case .dialog: break
      }
    }
  }

  /// The top page, the inbox if there is no layer; nil below a dialog.
  var top: (any Page)? {
    get { self[layers.count - 1] }
    set { self[layers.count - 1] = newValue }
  }

  /// The topmost page, below a dialog or not.
  var topmost: any Page { layers.indices.reversed().lazy.compactMap { self[$0] }.first ?? inbox }

  /// The dialog on top; nil without one.
  var dialog: (any Dialog)? {
    get { if case .dialog(let dialog)? = layers.last { dialog } else { nil } }
    set { if dialog != nil, let newValue { layers[layers.count - 1] = .dialog(newValue) } }
  }

  // MARK: State

  /// Whether a page covers the inbox.
  var hasPage: Bool { layers.contains(where: \.isPage) }

  var hasDialog: Bool { !layers.allSatisfy(\.isPage) }

  /// Whether the topmost page is the list of rejected pushes.
  var showsRejected: Bool { layers.last(where: \.isPage) == .kept(RejectedPage.command) }

  var isTypingFilter: Bool { (dialog as? FilterPrompt)?.list == .inbox }

  /// Whether the keys of a demo work: while nothing is typed or chosen.
  var allowsDemoKeys: Bool { dialog == nil && top?.allowsDemoKeys ?? true }

  /// The current view; the help and answers do not change it.
  var view: View { view(under: layers.count) }

  /// Returns the view below a layer: that of the topmost page there with its own help.
  func view(under place: Int) -> View {
    for place in layers.indices.prefix(max(0, place)).reversed() {
      if let view = self[place]?.view, view.hasHelp { return view }
    }
    return inbox.view
  }

  /// Returns the push that commands refer to: the inspected or selected one of the topmost page
  /// that has one, otherwise the selected one of the inbox; nil if none is selected.
  func target(in context: PageContext) -> PushReference? {
    if let box = AlertBox(over: self, in: context) { return .entry(box.notification.id) }
    for place in (-1..<layers.count).reversed() {
      switch self[place]?.target(in: context) {
      case PageTarget.none?: return nil
      case .push(let push): return push
      case .beneath, nil: continue
      }
    }
    return nil
  }

  /// Whether a page or dialog about a push covers the inbox, or its right pane has the focus or is
  /// scrolled. Meanwhile the selection does not follow new pushes, so that it stays on that push.
  var looksAtPush: Bool {
    if layers.isEmpty, inbox.pane.isFocused || inbox.pane.scroll > 0 { return true }
    if case .kept? = layers.first { return false }
    return layers.indices.contains { place in
      if case .dialog(let dialog) = layers[place] { return dialog.isAboutPush }
      return self[place]?.pushID != nil
    }
  }

  /// The push of the topmost page about one push.
  var inspected: NotificationID? {
    layers.indices.reversed().lazy.compactMap { self[$0]?.pushID }.first
  }

  /// The page whose text is searched, and the number of its layer; the search prompt may be above
  /// it.
  var searched: (place: Int, page: any SearchedPage)? {
    var place = layers.count - 1
    if let prompt = dialog as? LinePrompt, prompt.subject == .find { place -= 1 }
    guard let page = self[place] as? any SearchedPage, page.searchPlace != nil else { return nil }
    return (place, page)
  }

  // MARK: Changes

  /// Opens the page of a command of the section `views`, or closes it if its key does that too.
  mutating func turn(to command: Command, in context: PageContext) {
    let type = PageRegistry.kept[command]
    let isLeaving = layers.last == .kept(command) && type?.closesByItsKey == true
    layers = type == nil || isLeaving ? [] : [.kept(command)]
    if type == nil {
      _ = inbox.returnToList()
    } else if var page = top as? any KeptPage {
      page.prepareToOpen(in: context)
      top = page
    }
  }

  /// Closes the pages about some pushes.
  mutating func closePages(about ids: [NotificationID]) {
    let about = layers.indices.filter { self[$0]?.pushID.map(ids.contains) ?? false }
    for place in about.reversed() { layers.remove(at: place) }
  }

  /// Opens an answer in place of the current one. A line that is being typed stays above it.
  mutating func open(_ page: OutputPage) {
    let prompt = dialog is CommandPrompt ? layers.popLast() : nil
    if layers.last?.page(OutputPage.self) != nil { layers.removeLast() }
    layers.append(.page(page))
    if let prompt { layers.append(prompt) }
  }

  /// Narrows the topmost page that supports it to the lines with some words.
  mutating func narrow(to words: String) {
    for place in layers.indices.reversed() {
      guard var page = self[place] as? any NarrowedPage else { continue }
      page.find(words)
      self[place] = page
      return
    }
  }

  /// Scrolls the searched page so that a line is visible.
  mutating func show(line: Int, in context: PageContext) {
    guard case (let place, var page)? = searched else { return }
    page.show(line, in: context.at(place))
    self[place] = page
  }

  mutating func resize(to size: Size) {
    for place in layers.indices {
      self[place]?.resize(to: size)
    }
  }

  /// Adjusts the pages above the inbox after a change; of pages that are not kept, only the top
  /// one.
  mutating func settle(in context: PageContext) {
    for place in layers.indices {
      if case .page = layers[place], place < layers.count - 1 { continue }
      self[place]?.settle(in: context.at(place))
    }
  }
}
