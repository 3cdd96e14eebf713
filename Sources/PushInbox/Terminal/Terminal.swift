import CTermbox

/// The terminal as a screen and a keyboard, by ncurses.
///
/// It is in raw mode, so that `^C` and `^Z` are keys, from ``init(input:output:type:usesColor:)``
/// until this object is released or ``leave()`` is called. If the process dies otherwise,
/// ``TerminalRestorer`` restores the terminal.
@MainActor final class Terminal {
  /// The version of ncurses.
  nonisolated static var libraryVersion: String {
    let text = String(cString: curses_version())
    return text.split(separator: " ").last.map(String.init) ?? text
  }

  /// The descriptor of the keys. When it is readable, ``readKeys()`` returns keys.
  let inputDescriptor: Int32
  /// Whether the terminal can show more than ASCII.
  let isUTF8: Bool

  let pasteStart: String?
  let pasteEnd: String?
  let outputDescriptor: Int32
  /// Whether terminals of this type are known to have a window with a title.
  let hasTitle: Bool
  var hasShownTitle = false
  /// Whether the terminal may reorder bidirectional text, as some do by default.
  var arrangesText = true {
    didSet {
      guard arrangesText != oldValue else { return }
      if !isLeft { Self.write(Self.arranging(arrangesText), to: outputDescriptor) }
      armRestorer()
    }
  }
  private let rescue: TerminalRestorer
  /// The ncurses state of this terminal; one of several is current.
  nonisolated(unsafe) private let handle: OpaquePointer
  nonisolated(unsafe) private let streams:
    (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  private var painter: CellPainter
  private var painted: Screen?
  private var isLeft = false

  /// Opens the terminal and shows a blank screen.
  ///
  /// - Parameters:
  ///   - type: The name of the type in the terminal database; nil for that in `TERM`.
  ///   - usesColor: Whether to use color; without it, bold, underlined and reversed remain.
  ///   - locale: The locale whose characters can be drawn; nil for the user's.
  init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, type: String? = nil,
    usesColor: Bool = true, locale: String? = nil
  ) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    isUTF8 = Self.putInForce(locale)
    let embedded = try Self.check(type: type, output: output)

    var modes = termios()
    tcgetattr(input, &modes)
    // The size is the terminal's, never that of outdated LINES or COLUMNS variables (curs_util(3)).
    use_env(false)
    use_tioctl(true)
    guard let writing = fdopen(dup(output), "w"), let reading = fdopen(dup(input), "r") else {
      throw .notATerminal
    }
    // Before `newterm`, which handles TERM, INT and TSTP if no handler is set.
    rescue = TerminalRestorer(input: input, output: output, modes: modes)
    let open = { newterm(type, writing, reading) }
    guard let handle = embedded?.provided(to: open) ?? open() else {
      rescue.release()
      fclose(writing)
      fclose(reading)
      throw .unknownType(type)
    }
    self.handle = handle
    streams = (reading, writing)
    inputDescriptor = input
    outputDescriptor = output
    painter = CellPainter(usesColor: usesColor)
    hasTitle = Self.hasTitle(type)
    (pasteStart, pasteEnd) = (Self.capability("BE"), Self.capability("BD"))
    prepare()
    armRestorer()
  }

  deinit {
    set_term(handle)
    if isendwin() == false { endwin() }
    if let pasteEnd { Self.write(pasteEnd, to: outputDescriptor) }
    if !arrangesText { Self.write(Self.arranging(true), to: outputDescriptor) }
    if usesMouse { Self.write(Self.mouseOff, to: outputDescriptor) }
    if hasShownTitle, let titleOut { Self.write(titleOut, to: outputDescriptor) }
    rescue.release()
    delscreen(handle)
    fclose(streams.input)
    fclose(streams.output)
  }

  private func prepare() {
    let window = ctb_stdscr()
    raw()
    noecho()
    nonl()  // Enter is ^M, not ^J
    keypad(window, true)
    nodelay(window, true)
    set_escdelay(25)
    typeahead(-1)  // frames are always drawn completely
    curs_set(0)
    KeyReader.defineKeys()
    enterModes()
  }

  private func armRestorer() {
    let own = [frameEnd, Self.mouseOff, titleOut, arrangesText ? nil : Self.arranging(true)]
    let ways = ["rmkx", "sgr0", "BD", "cnorm", "rmcup"].compactMap(Self.capability)
    rescue.arm(with: own.compactMap(\.self) + ways)
    if isLeft { rescue.disarm() }
  }

  // MARK: Size

  /// The current size.
  var size: Size {
    activate()
    let window = ctb_stdscr()
    return Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window)))
  }

  /// Reads the size from the system, after `SIGWINCH`; the next frame is drawn completely.
  func updateSize() {
    activate()
    var window = winsize()
    guard ioctl(outputDescriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0,
      window.ws_col > 0
    else { return }
    if is_term_resized(Int32(window.ws_row), Int32(window.ws_col)) {
      resizeterm(Int32(window.ws_row), Int32(window.ws_col))
      redraw()
    }
  }

  // MARK: Screen

  /// Shows a screen; writes only the cells that have changed.
  func paint(_ screen: Screen) {
    guard !isLeft else { return }
    activate()
    let size = size
    let old = painted?.size == screen.size ? painted : nil
    var isChanged = old == nil || old?.cursor != screen.cursor
    for row in 0..<min(size.rows, screen.size.rows) {
      let isOther = painter.paint(
        screen.cells(inRow: row), over: old?.cells(inRow: row), row: row, columns: size.columns)
      if isOther { isChanged = true }
    }
    if isChanged { show(screen, within: size) }
    painted = screen
  }

  /// Changes the first row of the shown screen, at the cost of that row alone.
  func repaintFirstRow(_ draw: (inout Screen) -> Void) {
    guard !isLeft, var screen = painted else { return }
    // The only reference is held here, so that changing the cells does not copy them.
    painted = nil
    activate()
    let (size, old) = (size, Array(screen.cells(inRow: 0)))
    draw(&screen)
    let isChanged = painter.paint(
      screen.cells(inRow: 0), over: old[...], row: 0, columns: size.columns)
    if isChanged { show(screen, within: size) }
    painted = screen
  }

  /// Places the cursor and writes all changes to the terminal, as one frame.
  private func show(_ screen: Screen, within size: Size) {
    writeFrameMark(begins: true)
    defer { writeFrameMark(begins: false) }
    if let cursor = screen.cursor, cursor.row < size.rows, cursor.column < size.columns {
      curs_set(1)
      move(Int32(cursor.row), Int32(cursor.column))
    } else {
      curs_set(0)
    }
    refresh()
  }

  /// Makes the next frame be drawn completely, whatever the terminal shows.
  func redraw() {
    painted = nil
    activate()
    erase()
    clearok(ctb_stdscr(), true)
  }

  /// The styles of text.
  var theme = Theme.standard {
    didSet {
      guard theme != oldValue else { return }
      activate()
      painter.use(theme)
      redraw()
    }
  }

  /// Rings the bell.
  func ring() {
    guard !isLeft else { return }
    activate()
    beep()
  }

  /// Sends a sequence that does not change the screen.
  ///
  /// - Returns: Whether it was sent; false while another program has the terminal.
  func send(_ sequence: String) -> Bool {
    guard !isLeft else { return false }
    Self.write(sequence, to: outputDescriptor)
    return true
  }

  // MARK: Keys

  /// Returns the keys pressed since the last call. Waits only for the end of a sequence that has
  /// begun.
  ///
  /// - Throws: ``TerminalError/hungUp`` when the terminal was closed.
  func readKeys() throws(TerminalError) -> [Key] {
    guard !isLeft else { return [] }
    activate()
    let keys = KeyReader.readKeys()
    if keys.isEmpty {
      var request = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 0) > 0, request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
        throw .hungUp
      }
    }
    return keys
  }

  /// Whether mouse events are reported. The terminal's own text selection then needs Shift.
  var usesMouse = false {
    didSet { if usesMouse != oldValue, !isLeft { setMouseReporting(usesMouse) } }
  }

  /// The title of the window, if it has one. Must not contain text from outside.
  var title: SanitizedText = "" {
    didSet { if title != oldValue { showTitle() } }
  }

  // MARK: Leaving and returning

  /// Restores the terminal, for an editor or a message. ``enter()`` returns to the screen.
  func leave() {
    guard !isLeft else { return }
    activate()
    isLeft = true
    leaveModes()
    leaveTitle()
    if usesMouse { setMouseReporting(false) }
    clearLastLine()
    endwin()
    rescue.disarm()
  }

  /// Makes room for the shell's prompt on terminals without an alternate screen.
  private func clearLastLine() {
    guard Self.capability("rmcup") == nil else { return }
    move(Int32(size.rows - 1), 0)
    clrtoeol()
    refresh()
  }

  func enter() {
    guard isLeft else { return }
    isLeft = false
    activate()
    rescue.rearm()
    updateSize()
    redraw()
    refresh()  // back in raw mode on the alternate screen, still blank
    enterModes()
    showTitle()
    if usesMouse { setMouseReporting(true) }
  }

  /// Stops the whole process group, as `^Z` does, and returns when the shell continues it.
  ///
  /// Stopping only this process would leave `make run` waiting and the shell without its prompt.
  func suspend() {
    leave()
    let previous = signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    Self.stopProcess()
    signal(SIGTSTP, previous)
    enter()
  }

  /// Stops only this process until it is continued; does nothing if no process could continue it.
  static func stopProcess() {
    let previous = signal(SIGTSTP, SIG_DFL)
    // The signal goes to this thread, so that it stops before the next line; a signal to the group
    // does not guarantee that. Dispatch blocks signals in its threads.
    var (mask, old) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &mask, &old)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &old, nil)
    signal(SIGTSTP, previous)
  }

  /// Makes this terminal the current one of ncurses.
  private func activate() {
    rescue.coverThread()
    set_term(handle)
  }
}
