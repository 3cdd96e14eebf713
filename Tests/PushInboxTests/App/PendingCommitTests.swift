import InboxModel
import Testing

@testable import PushInbox

/// The responses that are sent when their changes cannot be stored.
struct PendingCommitTests {
  private static func response(
    _ status: Int, document: String? = nil, isAboutChannel: Bool = false,
    reason: RejectionReason? = nil
  ) -> PushResponse {
    var response = PushResponse(status: status, apnsID: "id", reason: reason)
    (response.document, response.isAboutChannel) = (document, isAboutChannel)
    return response
  }

  private static let unavailable = #"{"reason":"ServiceUnavailable"}"#

  @Test(arguments: [
    ("a push", response(200), 503, unavailable),
    ("a new channel", response(201, isAboutChannel: true), 503, unavailable),
    ("a deleted channel", response(204, isAboutChannel: true), 503, unavailable),
    ("a list of channels", response(200, document: "{}", isAboutChannel: true), 503, unavailable),
    ("a rejected push", response(400, reason: .badTopic), 400, #"{"reason":"BadTopic"}"#),
  ])
  func `a response that promises a change becomes 503, a rejection stays`(
    name: String, response: PushResponse, status: Int, body: String
  ) throws {
    var commit = PendingCommit()
    commit.add([.answer(response, to: ResponseHandle(connection: 1, stream: 2))])
    let rejected = try #require(commit.reject().first?.1)
    #expect(rejected.status == status, "\(name)")
    #expect(rejected.body == body)
    #expect(rejected.apnsID == "id")
    #expect(rejected.isAboutChannel == response.isAboutChannel)
  }
}
