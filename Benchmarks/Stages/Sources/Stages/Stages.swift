import Foundation

/// Measures the cost of a push by stage, on one thread and without sockets: the frames of the
/// client are made before, and the frames of the responses are dropped.
@main
struct Stages {
  /// The number of pushes in a batch: in one transaction, and as open streams of the connection.
  private static let batch = 200

  static func main() throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print("Usage: Stages PAYLOAD [--pushes N] [--held N] [--apps N] [--threads N] [--row]")
      exit(2)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "stages-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var service = try Service(options, folder: folder)
    // The first pushes fill tables and buffers, and are not counted.
    for _ in 0..<10 { try service.run(batch) }
    service.costs.reset()
    let batches = max(1, options.pushes / batch)
    for _ in 0..<batches { try service.run(batch) }
    service.costs.separate(.gateway, from: .phone)
    if options.printsRow {
      let time = service.costs.microseconds(pushes: batches * batch)
      print(options.row(microseconds: time, megabytes: residentMegabytes()))
    } else {
      print(service.costs.table(pushes: batches * batch), terminator: "")
    }
  }

  /// The resident memory of the process; 0 where there is no /proc.
  private static func residentMegabytes() -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000
  }
}
