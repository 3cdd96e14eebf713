import Foundation

extension TransitInfo.Fate: JSONField {
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .delivered: bytes.append(contentsOf: "null".utf8)
    case .dropped(let code): code.rawValue.append(to: &bytes)
    }
  }

  init?(json: JSONValue) {
    guard let code = json.string else { return nil }
    self = .dropped(ReasonCode(rawValue: code))
  }
}

/// The authentication as JSON: `["ABC123DEFG","DEF123GHIJ",1776193082004,true]`,
/// `{"certificate":"UID=…","for":[],"until":…}`
extension TransitInfo.Authentication: JSONField {
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .none: bytes.append(contentsOf: "null".utf8)
    case .providerToken(let keyID, let teamID, let issuedAt, let isVerified):
      bytes.append(UInt8(ascii: "["))
      keyID.append(to: &bytes)
      bytes.append(UInt8(ascii: ","))
      teamID.append(to: &bytes)
      bytes.append(UInt8(ascii: ","))
      issuedAt.append(to: &bytes)
      bytes.append(contentsOf: isVerified ? ",true]".utf8 : "]".utf8)
    case .certificate(var subject, let environments, var until):
      JSONFields.append(to: &bytes) { fields in
        var names = PushEnvironment.allCases.filter(environments.contains)
        fields.field("certificate", &subject)
        fields.field("for", &names, unless: [])
        fields.field("until", &until)
      }
    case .accessToken(var account, var until):
      JSONFields.append(to: &bytes) { fields in
        fields.field("account", &account)
        fields.field("until", &until)
      }
    }
  }

  init?(json: JSONValue) {
    if let object = json.object {
      if let account = object["account"]?.string {
        guard let until = object["until"].flatMap(Date.init(json:)) else { return nil }
        self = .accessToken(account: account, until: until)
        return
      }
      guard let subject = object["certificate"]?.string,
        let until = object["until"].flatMap(Date.init(json:))
      else { return nil }
      let names = object["for"].flatMap([PushEnvironment].init(json:)) ?? []
      self = .certificate(subject: subject, environments: Set(names), until: until)
      return
    }
    guard let parts = json.array, parts.count >= 3, let keyID = KeyID(json: parts[0]),
      let teamID = TeamID(json: parts[1]), let issuedAt = Date(json: parts[2])
    else { return nil }
    self = .providerToken(
      keyID: keyID, teamID: teamID, issuedAt: issuedAt,
      isVerified: parts.count > 3 && parts[3].bool == true)
  }
}

extension PushType: JSONField {}

extension Origin.Wire: JSONField {}

extension NotificationID: JSONField {}

extension Arrival: JSONField {}

extension DeviceToken: JSONField {
  func append(to bytes: inout [UInt8]) { hex.append(to: &bytes) }

  init?(json: JSONValue) {
    guard let hex = json.string else { return nil }
    self.init(hex)
  }
}

extension Priority: JSONField {}

extension Expiration: JSONField {}

extension PresentationOptions: JSONField {}

extension PushEnvironment: JSONField {}

extension InterruptionLevel: JSONField {}

extension Outcome: JSONField {}

extension ReasonCode: JSONField {}
