import Dispatch
import Foundation
import InboxModel

/// What is done to a push beside acting on it: sent again, edited, saved, piped, copied.
extension FullScreen {
  /// A stored push; says so when it is kept no more.
  private func copy(of id: NotificationID) -> PushCopy? {
    do {
      if let record = try runtime.store.record(id) { return PushCopy(record: record) }
      fail("nothing is kept of #\(id.rawValue) any more")
    } catch {
      fail(ErrorMessage(error).text)
    }
    return nil
  }

  private func fail(_ text: String) {
    answer("", [text], isFailure: true)
  }

  private func answer(_ title: String, _ lines: [String], isFailure: Bool) {
    take(
      .answered(TypedCommand(line: title), CommandAnswer(lines: lines, isFailure: isFailure)))
  }

  /// Hands a push to the gateway once more, and shows what came of it.
  func resend(_ id: NotificationID, _ edited: String?) {
    guard let copy = copy(of: id) else { return }
    // Line breaks are for the person: what is sent is as short as senders write it.
    let body = edited.map { text in
      Array(
        ((try? JSONReader.read(Array(text.utf8)).root).map { JSONWriter.text($0) } ?? text).utf8)
    }
    let request = copy.request(body: body, at: runtime.clock.now, freshID: runtime.freshID())
    let effects = runtime.handle([.gateway(.pushReceived(request, reply: nil))])
    let output = CollectedOutput()
    let status = PushCommand.report(effects, of: request, runtime, output)
    take(
      .resent(
        id, edited: edited,
        CommandAnswer(lines: output.lines, isFailure: status != .success)))
  }

  /// Opens the person's editor in place of the screen.
  func edit(_ job: EditJob) {
    do throws(SystemError) {
      let file = try EditedFile(job, environment: environment)
      try lend(
        file,
        to: .editor(
          on: file.path, environment: environment, input: terminal.inputDescriptor,
          output: terminal.outputDescriptor))
    } catch {
      fail(ErrorMessage(error).text)
    }
  }

  /// Writes a push as the file of the simulator's tool; never over another file unasked.
  func save(_ id: NotificationID, _ path: String, replacing: Bool) {
    guard let text = copy(of: id)?.simulatorFile else { return }
    let file = (path as NSString).expandingTildeInPath
    do throws(SystemError) {
      if replacing {
        try WholeFile.write(Array(text.utf8), to: file)
      } else {
        try WholeFile.create(Array(text.utf8), at: file)
      }
      say("#\(id.rawValue) saved as \(file)")
    } catch {
      if error.code == EEXIST { return take(.fileExists(id, path: path)) }
      fail("\(file): \(error.reason)")
    }
  }

  /// Gives a payload to a command of the shell, and shows what that prints when it has ended.
  func pipe(_ id: NotificationID, _ command: String) {
    guard let payload = copy(of: id)?.record.delivery.payload.bytes else { return }
    let program = ChildProgram(
      arguments: ["sh", "-c", "exec 2>&1\n" + command],
      folder: FileManager.default.currentDirectoryPath, mostOutput: OutputPage.limit)
    let environment = environment
    let ended = MainRelay<ChildResult>()
    ended.receive = { [weak self] result in
      let (lines, isFailure) = PipeAnswer.lines(of: result)
      self?.answer("| " + command, lines, isFailure: isFailure)
    }
    DispatchQueue.global().async {
      let result: ChildResult
      do throws(SystemError) {
        result = try ChildProcess(program, environment: environment).finish(sending: payload)
      } catch {
        result = ChildResult(ending: .notStarted(error))
      }
      ended.send(result)
    }
  }

  /// Sends a part of a push to the clipboard of the terminal, which does not say whether it took it.
  func copy(_ id: NotificationID, _ part: CopiedPart) {
    guard let copy = copy(of: id) else { return }
    let device = runtime.system.device
    let text = copy.text(of: part, on: device, endpoint: listener.endpoint.text)
    let inTmux = environment["TMUX"]?.isEmpty == false
    guard let sequence = Clipboard.sequence(for: text, inTmux: inTmux) else {
      let (size, most) = (Words.number(text.utf8.count), Words.number(Clipboard.limit))
      return fail("\(part.title): \(size) bytes, and terminals take \(most) at most")
    }
    terminal.send(sequence)
    say("\(part.title) of #\(id.rawValue) sent to terminal, \(text.utf8.count) B")
  }
}

/// What a command that got a payload has come to.
enum PipeAnswer {
  static func lines(of result: ChildResult) -> (lines: [String], isFailure: Bool) {
    let text = String(decoding: result.output, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    switch result.ending {
    case .exited(0): return (lines.isEmpty ? ["it printed nothing"] : lines, false)
    case .exited(let code): lines.append("it ended with \(code)")
    case .killed(let signal): lines.append("it was ended by signal \(signal)")
    case .timedOut: lines.append("it took more than 30 s and was ended")
    case .tooMuchOutput: lines.append("it printed more than is shown here and was ended")
    case .notStarted(let error): lines.append(error.reason)
    case .dropped: lines.append("it was not started")
    }
    return (lines, true)
  }
}
