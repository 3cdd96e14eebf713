import Foundation
import Testing

@testable import PushInbox

@Suite struct ClientSetupTests {
  private let endpoints = Endpoints(
    apns: HostPort(host: "127.0.0.1", port: 4711), legacy: HostPort(host: "::1", port: 4712),
    feedback: HostPort(host: "::1", port: 4713), authority: "/home/ann/ca.pem",
    socket: "/run/s", store: nil)

  /// Only the path of the certificate depends on the inbox.
  @Test(arguments: ClientSetup.all)
  func `every setup has the address and no unfilled placeholder`(setup: ClientSetup) {
    let text = setup.lines(for: endpoints).joined(separator: "\n")
    #expect(text.contains(setup.way == .legacy ? "4712" : "4711"))
    for port in ["2195", "2196", "2197"] where setup.name != "stream_socket_client" {
      #expect(!text.contains(port))
    }
    #expect(!text.contains("{legacy-") && !text.contains("{feedback-"))
    for name in ["{host}", "{port}", "{proxy}", "{no-proxy}", "{ca}", "{account}"] {
      #expect(!text.contains(name))
    }
    #expect(text.contains("HTTPS_PROXY=") == text.contains("NO_PROXY=127.0.0.1,localhost"))
    #expect(setup.isCalled(setup.name.uppercased()))
    switch setup.way {
    case .address: #expect(text.contains("localhost"))
    case .proxy: #expect(text.contains("127.0.0.1:4711"))
    case .legacy: #expect(text.contains("::1"))
    }
  }

  @Test func `no two setups share a name`() {
    let names = ClientSetup.all.flatMap { [$0.name] + $0.otherNames }.map { $0.lowercased() }
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: ClientSetup.withoutSetup))
  }

  /// The libraries of `docs/guides/watch-pushes.md`.
  @Test(arguments: [
    "aioapns", "httpx", "kalyke-apns", "pyapns-client", "aapns", "apns2-up", "curl",
    "java.net.http", "@parse/node-apn", "apns2", "apnotic", "pushok", "sideshow/apns2", "pushy",
    "APNSwift",
    "pushjack", "tapns3", "firebase-admin", "django-push-notifications", "fcm-django", "apprise",
    "lua-http", "Protocol::HTTP2", "http2", "http-2", "golang.org/x/net/http2", "okhttp", "jetty",
    "httpclient5", "node:http2", "exponent_server_sdk", "expo-server-sdk",
  ])
  func `every tested library has a setup`(name: String) {
    #expect(ClientSetup.all.contains { $0.isCalled(name) })
  }

  @Test(arguments: [
    ("127.0.0.1", "localhost", "127.0.0.1", "127.0.0.1,localhost"),
    ("::1", "localhost", "::1", "127.0.0.1,localhost"),
    ("0.0.0.0", "localhost", "localhost", "127.0.0.1,localhost"),
    ("::", "localhost", "localhost", "127.0.0.1,localhost"),
    ("10.0.0.5", "10.0.0.5", "10.0.0.5", "127.0.0.1,localhost,10.0.0.5"),
  ])
  func `setups use a host name that the certificate covers, and reach it without the proxy`(
    host: String, client: String, proxy: String, direct: String
  ) {
    var endpoints = endpoints
    endpoints.apns.host = host
    #expect(endpoints.client.host == client)
    #expect(endpoints.proxy.host == proxy)
    #expect(endpoints.direct == direct)
  }

  /// A folder whose name needs quoting in a shell and in a language.
  private static let folder = #"it's "my" \ $HOME"# + "\u{301}'\u{301}; touch pwned; '\u{301}"

  @Test func `a shell reads the path of the certificate unchanged`() throws {
    let home = try Home()
    let data = home.path + "/" + Self.folder
    let authority = try home.run(["ca"], environment: ["XDG_DATA_HOME": data]).out.dropLast()
    #expect(authority.hasPrefix(data))
    for client in [[], ["--client", "kalyke-apns"]] {
      let lines = try home.run(["env"] + client, environment: ["XDG_DATA_HOME": data])
      try home.write(lines.out + "printf %s \"$SSL_CERT_FILE\"\n", to: "env")
      let result = try home.run(program: "/bin/sh", ["./env"])
      #expect(Array(result.out.utf8) == Array(authority.utf8))
      #expect(result.err == "")
    }
    #expect(try !home.folder.names.contains("pwned"))
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func `a program reads the path of the certificate unchanged`() throws {
    let home = try Home()
    let data = home.path + "/" + Self.folder
    let authority = try home.run(["ca"], environment: ["XDG_DATA_HOME": data]).out.dropLast()
    let lines = try home.run(
      ["env", "--client", "aioapns"], environment: ["XDG_DATA_HOME": data])
    try home.write(lines.out, to: "env.py")
    let read = """
      import ast
      calls = [n for n in ast.walk(ast.parse(open("env.py").read())) if isinstance(n, ast.keyword)]
      print(next(n.value.value for n in calls if n.arg == "cafile"), end="")
      """
    let result = try home.run(program: try #require(Tool.python).path, ["-X", "utf8", "-c", read])
    #expect(Array(result.out.utf8) == Array(authority.utf8))
    #expect(result.err == "")
  }
}
