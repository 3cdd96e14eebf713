import Dispatch
import Foundation
import InboxModel

/// Intents about stored pushes: send again, edit, save, pipe, copy.
extension FullScreen {
  /// Returns a stored push; reports one that is no longer stored.
  private func copy(of name: PushReference) -> PushExport? {
    do {
      switch name {
      case .entry(let id):
        if let record = try runtime.store.record(id) { return PushExport(.entry(record)) }
      case .rejected(let number):
        if let push = try runtime.store.rejected(number: number) {
          return PushExport(.rejected(push))
        }
      }
      fail(.notStored(name))
    } catch {
      fail(.failure(ErrorMessage(error).text))
    }
    return nil
  }

  private func fail(_ message: ScreenMessage) {
    showAnswer("", [message.text], isFailure: true)
  }

  private func showAnswer(_ title: String, _ lines: [String], isFailure: Bool) {
    receive(.answered(TypedCommand(line: title), CommandAnswer(lines: lines, isFailure: isFailure)))
  }

  /// Sends a push to the gateway again and shows the result.
  func resend(_ name: PushReference, _ edited: PushForm?) {
    guard let copy = copy(of: name) else { return }
    if let truncation = copy.truncation {
      return fail(.cannotBe("sent again", name, because: truncation))
    }
    let answer = send { (moment, freshID) throws(RejectedRequest) in
      guard let edited else { return try copy.request(at: moment, freshID: freshID) }
      return try edited.request(name: name.text, client: copy.client, at: moment, freshID: freshID)
    }
    receive(.resent(name, edited: edited, answer))
  }

  /// Sends a new push to the gateway and shows the result.
  func compose(_ form: PushForm) {
    let answer = send { (moment, freshID) throws(RejectedRequest) in
      try form.request(
        name: "push.http", client: "written in the editor", at: moment, freshID: freshID)
    }
    receive(.resent(nil, edited: form, answer))
  }

  /// Sends a test push to the gateway.
  func send(_ sample: TestPush) {
    let answer = send { (moment, freshID) throws(RejectedRequest) in
      sample.request(at: moment, freshID: freshID)
    }
    receive(.testPushSent(answer.result))
  }

  /// Creates a request, sends it to the gateway and reports the result.
  private func send(
    _ make: (_ moment: Date, _ freshID: APNSID) throws(RejectedRequest) -> PushRequest
  ) -> CommandAnswer {
    let freshID = AppRuntime.freshID()
    let event: Gateway.Event
    var (answeredID, isBroadcast) = (freshID, false)
    do throws(RejectedRequest) {
      let request = try make(runtime.clock.now, freshID)
      (answeredID, isBroadcast) = (request.answeredID, ChannelPath(request.path) != nil)
      event = .pushReceived(request, reply: nil)
    } catch {
      event = .rejected(error)
    }
    let effects = runtime.handle([.gateway(event)])
    let output = CollectedOutput()
    let status = PushReport.report(
      effects, of: answeredID, isBroadcast: isBroadcast, runtime, output)
    return CommandAnswer(
      lines: output.lines, isFailure: status != .success, result: PushReport.result(of: effects))
  }

  /// Delivers a rejected push to the phone nevertheless, and shows the result.
  func accept(_ number: Int) {
    guard case .rejected(let push)? = copy(of: .rejected(number))?.push else { return }
    let apnsID = AppRuntime.freshID()
    let effects = runtime.handle([.gateway(.acceptedByHand(push, apnsID: apnsID))])
    let output = CollectedOutput()
    let status = PushReport.report(
      effects, of: apnsID, done: "R\(number) accepted by hand", runtime, output)
    let answer = CommandAnswer(
      lines: output.lines, isFailure: status != .success, result: PushReport.result(of: effects))
    receive(.answered(TypedCommand(line: "accept R\(number)"), answer))
  }

  /// Opens the user's editor in place of the screen.
  func edit(_ job: EditJob) {
    do throws(SystemError) {
      let file = try EditedFile(job, environment: environment)
      try lend(
        file,
        to: .editor(
          on: file.path, environment: environment, input: terminal.inputDescriptor,
          output: terminal.outputDescriptor))
    } catch {
      fail(.failure(ErrorMessage(error).text))
    }
  }

  /// Saves a push as a file for `xcrun simctl push`. An existing file is replaced only if
  /// `replacing`.
  func save(_ name: PushReference, _ path: String, replacing: Bool) {
    guard let copy = copy(of: name) else { return }
    guard let text = copy.simulatorFile else {
      return fail(.hasNoPayload(name, copy.truncation))
    }
    let file = (path as NSString).expandingTildeInPath
    do throws(SystemError) {
      if replacing {
        try WholeFile.write(Array(text.utf8), to: file)
      } else {
        try WholeFile.create(Array(text.utf8), at: file)
      }
      show(.saved(name, as: file))
    } catch {
      if error.code == EEXIST { return receive(.fileExists(name, path: path)) }
      let problem = ScreenMessage.notWritten(file, error).text
      receive(.notSaved(name, path: path, problem: problem))
    }
  }

  /// Writes the changed settings as a configuration file. An existing file is not replaced.
  func writeSettings(_ path: String) {
    let file = (path as NSString).expandingTildeInPath
    let text = runtime.system.device.changes.lines.map { $0 + "\n" }.joined()
    do throws(SystemError) {
      try WholeFile.create(Array(text.utf8), at: file)
      show(.settingsWritten(to: file))
    } catch {
      let problem: ScreenMessage =
        error.code == EEXIST ? .fileExists(file) : .notWritten(file, error)
      receive(.settingsNotWritten(path: path, problem: problem.text))
    }
  }

  /// Passes a payload to a shell command and shows its output when it has ended.
  func pipe(_ name: PushReference, _ command: String) {
    let title = "| " + command
    guard let copy = copy(of: name) else { return }
    if let truncation = copy.truncation {
      return fail(.cannotBe("piped", name, because: truncation))
    }
    let payload = copy.push.body
    // The user who started the command can end it, so the limit is long.
    let program = ChildProgram(
      arguments: ["sh", "-c", "exec 2>&1\n" + command],
      folder: FileManager.default.currentDirectoryPath, limit: .seconds(86_400),
      maximumOutput: OutputPage.limit)
    let environment = environment
    let task = BackgroundTask()
    begin(task)
    let ended = MainRelay<ChildResult>()
    ended.receive = { [weak self] result in
      guard !task.isEnded else { return }
      let (lines, isFailure) = PipeAnswer.lines(of: result)
      self?.showAnswer(title, lines, isFailure: isFailure)
    }
    DispatchQueue.global().async {
      ended.send(task.run(program, environment: environment, sending: payload))
    }
  }

  /// Copies a part of a push: by a program, else by OSC 52; else it is shown for manual selection.
  func copy(_ name: PushReference, _ part: CopiedPart) {
    guard let copy = copy(of: name) else { return }
    let device = runtime.system.device
    guard let text = copy.text(of: part, on: device, endpoint: listener.endpoint.text) else {
      return fail(.hasNo(part.label.title, name, copy.truncation))
    }
    let title = "\(part.label.title) of \(name.text)"
    clipboard.copy(text) { [weak self] result in
      self?.finishCopy(of: text, title: title, result)
    }
  }

  /// Reports a copy that a program made, or tries another way.
  private func finishCopy(of text: String, title: String, _ result: ClipboardResult) {
    let size = "\(Words.number(text.utf8.count)) B"
    if let program = result.program {
      return show(.copied(title, to: program.destination, with: program.name, size))
    }
    let failures = result.failures.map { "  " + $0 }.joined()
    let problem: ScreenMessage
    if !Clipboard.allows(in: environment) {
      problem = .noClipboard
    } else if let sequence = Clipboard.sequence(
      for: text, inTmux: environment["TMUX"]?.isEmpty == false)
    {
      if terminal.send(sequence) {
        return show(.sentToTerminal(title, size, failures))
      }
      problem = .terminalIsLent
    } else {
      problem = .clipboardLimit
    }
    receive(
      .notCopied(
        title: "\(title), \(size)", text: text,
        remark: ScreenMessage.notCopied(because: problem, failures).text))
  }
}

/// The output of a command that received a payload.
enum PipeAnswer {
  static func lines(of result: ChildResult) -> (lines: [String], isFailure: Bool) {
    var lines = String(decoding: result.output, as: UTF8.self).lines
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let problem = EndingMessage.text(result.ending, "") else {
      return (lines.isEmpty ? ["it printed nothing"] : lines, false)
    }
    return (lines + ["it " + problem], true)
  }
}
