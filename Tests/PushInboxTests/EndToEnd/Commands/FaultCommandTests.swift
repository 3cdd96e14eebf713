import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox fault`, by the built program.
@Suite(.patient, .enabled(if: Tool.curl != nil, "curl is not installed"))
struct FaultCommandTests {
  private static let hello = #"{"aps":{"alert":"Hi"}}"#

  @Test func `a fault is added, applied, listed and ends`() throws {
    let inbox = try RunningInbox()
    #expect(try inbox.run("fault", "ls").err == "no fault is on\n")
    let added = try inbox.run("fault", "add", "next=2", "answer=TooManyRequests")
    #expect(added.out == "fault 1: next=2 answer=TooManyRequests\n")
    let rejected = try inbox.curl(Self.hello, "--http2-prior-knowledge")
    #expect(rejected.status == 429)
    #expect(rejected.body == #"{"reason":"TooManyRequests"}"#)
    #expect(
      try inbox.run("fault", "ls").out
        == "fault 1: next=2 answer=TooManyRequests, affected 1 of 1, 1 left\n")
    let list = try inbox.run("fault", "ls", "--json").json()
    #expect(list["faults"]?.array?.first?.object?["left"] == 1)
    let row = try inbox.run("ls", "is:rejected", "--json").json()
    #expect(row["because"]?.string?.contains("fault 1 (next=2 answer=TooManyRequests)") == true)
    let metrics = try inbox.curl(nil, path: "/metrics").body
    #expect(metrics.contains("\npushinbox_faults_on 1\n"))
    #expect(metrics.contains("\npushinbox_faults_affected_total 1\n"))
    let second = try inbox.run("fault", "add", "--json", "every=2", "drop=yes").json()
    #expect(second["id"] == 2 && second["rule"]?.object?["every"] == 2)
    #expect(try inbox.run("fault", "rm", "1").status == 0)
    #expect(try inbox.curl(Self.hello, "--http2-prior-knowledge").status == 200)
    #expect(try inbox.run("fault", "rm", "1").status == 1)
  }

  @Test func `a push whose response a fault cut is stored, and why explains it`() throws {
    let inbox = try RunningInbox()
    try inbox.run("fault", "add", "next=1", "drop=yes")
    _ = try? inbox.curl(Self.hello, "--http2-prior-knowledge")
    let why = try inbox.run("why", "1")
    #expect(why.status == 0)
    #expect(why.out.contains("fault 1 (next=1 drop=yes) affected its response"))
  }

  @Test(arguments: [
    ["fault", "oops"], ["fault", "rm"], ["fault", "rm", "1", "--all"], ["fault", "ls", "x"],
  ])
  func `fault rejects words without a meaning`(words: [String]) throws {
    let inbox = try RunningInbox()
    let result = try inbox.home.run(words, environment: [:])
    #expect(result.status == 2)
  }

  @Test func `HEAD of /ready gets the response of GET without a body`() throws {
    let inbox = try RunningInbox()
    let answer = try inbox.curl(nil, "--head", path: "/ready")
    #expect(answer.status == 200)
    #expect(answer.body.isEmpty)
  }
}
