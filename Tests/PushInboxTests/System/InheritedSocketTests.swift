import Testing

@testable import PushInbox

@Suite struct InheritedSocketTests {
  @Test(arguments: [
    (["LISTEN_PID": "7", "LISTEN_FDS": "1"], [""]),
    (["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "http:legacy"], ["http", "legacy"]),
    (["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": ":x"], ["", "x"]),
    (["LISTEN_PID": "7", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "a"], ["a", "", ""]),
    ([:], []), (["LISTEN_FDS": "1"], []), (["LISTEN_PID": "8", "LISTEN_FDS": "1"], []),
    (["LISTEN_PID": "7"], []), (["LISTEN_PID": "7", "LISTEN_FDS": "0"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], []), (["LISTEN_PID": "7", "LISTEN_FDS": "x"], []),
    (["LISTEN_PID": "7", "LISTEN_FDS": "2000000000"], []),
  ])
  func `announced sockets are those from descriptor 3 on, with their names`(
    environment: [String: String], names: [String]
  ) {
    let sockets = InheritedSocket.announced(in: environment, to: 7)
    #expect(sockets.map(\.name) == names)
    #expect(sockets.map(\.descriptor) == (0..<Int32(names.count)).map { $0 + 3 })
  }
}
