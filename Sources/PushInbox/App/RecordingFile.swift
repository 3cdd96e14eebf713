import Foundation
import InboxModel

/// The file to which a live session is recorded as a scenario; closed with the last reference.
@MainActor
final class RecordingFile {
  /// The path as it was given.
  let path: String
  /// The number of recorded steps.
  var stepCount: Int { recording.stepCount }
  var name: String { URL(filePath: path).lastPathComponent }
  /// Called once, when the recording ends: with the final message, and whether it is complete.
  let whenOver: (String, Bool) -> Void

  private var recording: Recording
  private let descriptor: Int32
  /// The length of the file after the last complete batch, in bytes.
  private var length: off_t = 0

  /// Creates the file, readable only by its owner, and writes the beginning of the recording.
  init(
    path: String, _ recording: Recording, whenOver: @escaping (String, Bool) -> Void
  ) throws(RecordingError) {
    self.path = path
    self.recording = recording
    self.whenOver = whenOver
    // Without it, opening a FIFO would wait for its reader.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let error = SystemError("open", path: path)
      throw error.code == EISDIR || error.code == ENXIO ? .notAFile(path: path) : .cannotOpen(error)
    }
    do throws(RecordingError) {
      try check()
      do throws(SystemError) { try write() } catch { throw .system(error) }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
  }

  private func check() throws(RecordingError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(SystemError("stat", path: path)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_size == 0 else { throw .notEmpty(path: path) }
    guard fchmod(descriptor, 0o600) == 0 else { throw .system(SystemError("chmod", path: path)) }
  }

  func record(_ event: PushSystem.Event, at moment: Date, effects: ArraySlice<Effect>) {
    recording.record(event, at: moment, effects: effects)
  }

  /// Writes the steps recorded since the last call. A partial write is removed again.
  func write() throws(SystemError) {
    let lines = recording.drainLines()
    guard !lines.isEmpty else { return }
    guard StandardOutput.write(lines, to: descriptor) else {
      let error = SystemError("write", path: path)
      ftruncate(descriptor, length)
      throw error
    }
    length += off_t(lines.count)
  }

  /// Writes the last step.
  func finish(at moment: Date) throws(SystemError) {
    recording.close(at: moment)
    try write()
  }
}

extension AppRuntime {
  /// Starts to record events and actions as a scenario.
  ///
  /// - Parameters:
  ///   - path: The file, which must be new or empty.
  ///   - whenOver: Called once, when the recording ends.
  func startRecording(
    to path: String, whenOver: @escaping (String, Bool) -> Void = { _, _ in }
  ) throws(RecordingError) {
    if clock.stoppedAt != nil { throw .playing }
    if let recording { throw .underWay(path: recording.path) }
    handle([.timePassed])
    recording = try RecordingFile(
      path: path, Recording(of: system, by: "PushInbox " + Version.number), whenOver: whenOver)
    frontend?.statusChanged()
  }

  /// Ends the recording; returns the final message, nil when there was none.
  @discardableResult
  func stopRecording() -> String? {
    // Due events happen first; the disk may be full even then.
    if recording != nil { handle([.timePassed]) }
    guard let file = recording else { return nil }
    do throws(SystemError) {
      try file.finish(at: system.now)
    } catch {
      return endRecording(because: error)
    }
    return endRecording(ResultMessage.recorded(file.stepCount, to: file.path), true)
  }

  /// Writes the steps of the last batch.
  func writeRecording() {
    guard let file = recording else { return }
    do throws(SystemError) {
      try file.write()
    } catch {
      frontend?.report(endRecording(because: error))
    }
  }

  private func endRecording(because error: SystemError) -> String {
    endRecording(ResultMessage.recordingEnded(ErrorMessage(error)), false)
  }

  private func endRecording(_ sentence: String, _ isWhole: Bool) -> String {
    let file = recording
    recording = nil
    file?.whenOver(sentence, isWhole)
    frontend?.statusChanged()
    return sentence
  }
}
