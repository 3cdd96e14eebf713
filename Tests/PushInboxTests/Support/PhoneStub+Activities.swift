import Foundation
@testable import InboxModel

@testable import PushInbox

extension PhoneStub {
  static let match: BundleID = "com.example.match"

  /// Receives a push to a Live Activity, `age` seconds old.
  @discardableResult
  mutating func activity(
    _ event: String, _ keys: String, app: BundleID = match, age: TimeInterval = 0,
    token: DeviceToken = .local
  ) -> NotificationID {
    let timestamp = Int((Self.now - age).timeIntervalSince1970)
    return push(
      #"{"event":"\#(event)","timestamp":\#(timestamp),\#(keys)}"#, app: app, age: age,
      type: .liveactivity, token: token)
  }

  /// Starts a Live Activity.
  mutating func startActivity(
    _ type: String, _ attributes: String, _ state: String, app: BundleID = match,
    age: TimeInterval = 0, more: String = ""
  ) {
    activity(
      "start",
      #""attributes-type":\#(JSONWriter.text(.string(type))),"attributes":\#(attributes),"#
        + #""content-state":\#(state)\#(more)"#, app: app, age: age)
  }

  /// Adds three Live Activities: a match with changes and ignored updates, a delivery that is
  /// stale, an ended ride.
  mutating func addActivities() {
    startActivity(
      "Ride", #"{"driver":"Asya"}"#, #"{"eta":"21:30","km":4.2}"#, app: "com.example.ride",
      age: 4000)
    startActivity(
      "Match", #"{"name":"Спартак - Зенит"}"#, #"{"home":0,"away":0,"minute":1}"#, age: 2700,
      more: #","relevance-score":50"#)
    startActivity(
      "Delivery", #"{"order":"4711","shop":"La Tienda"}"#,
      #"{"status":"packed","stops":{"done":0,"all":7}}"#, app: Self.post, age: 1500,
      more: #","stale-date":\#(Int((Self.now - 600).timeIntervalSince1970))"#)
    activity(
      "update", #""content-state":{"home":1,"away":0,"minute":44},"relevance-score":50"#, age: 125)
    activity(
      "update", #""content-state":{"home":9,"away":9,"minute":1},"timestamp":1776189000"#, age: 60)
    activity("end", #""content-state":{"eta":"21:40","km":0}"#, app: "com.example.ride", age: 40)
    pass(to: 0)
  }
}
