/// The headers that APNs evaluates, extracted in one pass and not yet validated.
struct APNSFields {
  private(set) var id: String?
  private(set) var topic: String?
  private(set) var pushType: String?
  private(set) var priority: String?
  private(set) var expiration: String?
  private(set) var collapseID: String?
  private(set) var authorization: String?
  private(set) var channelID: String?
  private(set) var requestID: String?
  /// The first repeated `apns-*` or `authorization` header.
  private(set) var repeated: String?
  /// The first `apns-*` header that APNs does not have.
  private(set) var unknown: String?

  init(_ fields: [HeaderField]) {
    var others: Set<String> = []
    for field in fields {
      // The length is compared first, so that most headers differ without a string comparison.
      switch field.name.utf8.count {
      case 7 where field.name == PushHeaders.Name.id: store(field, as: \.id)
      case 10 where field.name == PushHeaders.Name.topic: store(field, as: \.topic)
      case 13 where field.name == PushHeaders.Name.priority: store(field, as: \.priority)
      case 13 where field.name == PushHeaders.Name.authorization: store(field, as: \.authorization)
      case 14 where field.name == PushHeaders.Name.pushType: store(field, as: \.pushType)
      case 15 where field.name == PushHeaders.Name.expiration: store(field, as: \.expiration)
      case 15 where field.name == PushHeaders.Name.channelID: store(field, as: \.channelID)
      case 15 where field.name == PushHeaders.Name.requestID: store(field, as: \.requestID)
      case 16 where field.name == PushHeaders.Name.collapseID: store(field, as: \.collapseID)
      default:
        guard field.name.hasPrefix("apns-") else { continue }
        unknown = unknown ?? field.name
        if !others.insert(field.name).inserted { repeated = repeated ?? field.name }
      }
    }
  }

  private mutating func store(_ field: HeaderField, as place: WritableKeyPath<Self, String?>) {
    if self[keyPath: place] == nil {
      self[keyPath: place] = field.value
    } else {
      repeated = repeated ?? field.name
    }
  }
}
