import InboxModel

/// The stack of pages and dialogs, and the requests of pages.
extension AppState {
  /// The page of a layer; nil for a dialog.
  func page(of layer: Layer) -> (any Page)? {
    switch layer {
    case .page(let any): any.page
    case .kept(let name): pages[name]
    case .dialog: nil
    }
  }

  /// The page on top, the inbox under all layers; nil under a dialog.
  var topPage: (any Page)? {
    get { layers.isEmpty ? pages.inbox : layers.last.flatMap(page) }
    set {
      guard let newValue else { return }
      setPage(newValue, of: layers.last ?? .kept(.inbox), at: layers.count - 1)
    }
  }

  /// The topmost page, under a dialog or not.
  var openPage: any Page { layers.reversed().lazy.compactMap(page).first ?? pages.inbox }

  /// The dialog on top.
  var dialog: Dialog? {
    get { if case .dialog(let dialog)? = layers.last { dialog } else { nil } }
    set {
      guard dialog != nil else { return }
      layers.removeLast()
      if let newValue { layers.append(.dialog(newValue)) }
    }
  }

  /// Puts a page in the place of the one of a layer.
  mutating func setPage(_ page: any Page, of layer: Layer, at place: Int) {
    switch layer {
    case .page: layers[place] = .page(AnyPage(page))
    case .kept(let name): pages[name] = page
    case .dialog: break
    }
  }

  /// Opens a dialog.
  mutating func ask(_ dialog: Dialog) {
    layers.append(.dialog(dialog))
  }

  /// Opens a page.
  mutating func open(_ page: any Page) {
    layers.append(.page(AnyPage(page)))
  }

  /// The part of the state that the page on top reads.
  func context(_ device: Phone) -> PageContext { context(device, of: layers.count - 1) }

  /// The part of the state that the page of a layer reads.
  func context(_ device: Phone, of place: Int) -> PageContext {
    PageContext(
      device: device, size: size, now: now, keymap: keymap, theme: theme, usesASCII: usesASCII,
      runtime: runtime, records: records, filters: filters, search: search, pages: pages,
      marked: marked?.name,
      layout: Layout(self, device), isCovered: !layers.isEmpty, beneath: view(under: max(0, place)))
  }

  /// Has the page on top carry out a command. A dialog receives keys, no commands.
  mutating func performOnPage(_ command: Command, _ device: Phone) -> [Intent] {
    guard var page = topPage else { return [] }
    var context = context(device)
    page.perform(command, in: &context)
    topPage = page
    return context.requests.flatMap { fulfill($0, device) }
  }

  /// Changes a kept page, open or not, and fulfills what it requests.
  mutating func update<P: Page>(
    _ path: WritableKeyPath<KeptPages, P>, _ device: Phone,
    _ change: (inout P, inout PageContext) -> Void
  ) -> [Intent] {
    var context = context(device)
    change(&pages[keyPath: path], &context)
    return context.requests.flatMap { fulfill($0, device) }
  }

  /// Closes the pages about some pushes.
  mutating func closePages(about ids: [NotificationID]) {
    layers = layers.filter { layer in
      guard let id = page(of: layer)?.pushID else { return true }
      return !ids.contains(id)
    }
  }

  private mutating func fulfill(_ request: PageRequest, _ device: Phone) -> [Intent] {
    switch request {
    case .showMessage(let text, let isFailure): showMessage(text, isFailure: isFailure)
    case .open(let layer): layers.append(layer)
    case .close: layers.removeLast()
    case .carryOut(let intent): return [intent]
    case .perform(let command): return carryOut(command, device: device)
    case .explainRefusal: explainRefusal(device)
    case .selectRejected(let number): pages.rejected.place.stand(on: number)
    case .inspectNext(let down): inspectNext(down: down, device)
    case .openApp(let id): return openApp(of: id, device)
    }
    return []
  }

  /// Makes the pages of the stack true again; of pages that are not kept, the one on top.
  mutating func settlePages(_ device: Phone) {
    for (place, layer) in layers.enumerated() {
      let isTop = place == layers.count - 1
      if case .page = layer, !isTop { continue }
      guard var page = page(of: layer) else { continue }
      page.settle(in: context(device, of: place))
      setPage(page, of: layer, at: place)
    }
  }
}
