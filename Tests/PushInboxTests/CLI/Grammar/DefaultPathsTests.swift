import Testing

@testable import PushInbox

@Suite struct DefaultPathsTests {
  @Test func `without XDG variables files are in the home folder`() {
    let places = DefaultPaths(environment: ["HOME": "/home/a"], home: "/home/ann")
    #expect(places.configuration == "/home/a/.config/pushinbox/config.json5")
    #expect(places.store == "/home/a/.local/state/pushinbox")
    #expect(places.data == "/home/a/.local/share/pushinbox")
    #expect(places.temporary == "/tmp")
    #expect(places.controlSocket() == "/home/a/.local/state/pushinbox/pushinbox.sock")
  }

  @Test func `absolute XDG variables are used, relative ones ignored`() {
    let places = DefaultPaths(
      environment: [
        "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "d",
        "XDG_RUNTIME_DIR": "/run/user/1", "TMPDIR": "",
      ], home: "/home/ann")
    #expect(places.configuration == "/c/pushinbox/config.json5")
    #expect(places.store == "/s/pushinbox")
    #expect(places.data == "/home/ann/.local/share/pushinbox")
    #expect(places.temporary == "/tmp")
  }

  @Test(arguments: [
    (nil, "/run/user/1/pushinbox.sock"), ("/s/pushinbox", "/run/user/1/pushinbox.sock"),
    ("/tmp/other", "/tmp/other/pushinbox.sock"),
  ])
  func `the socket of a named store is in its folder`(folder: String?, socket: String) {
    let places = DefaultPaths(
      environment: ["XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/run/user/1"], home: "/home/ann")
    #expect(places.controlSocket(ofStore: folder) == socket)
  }
}
