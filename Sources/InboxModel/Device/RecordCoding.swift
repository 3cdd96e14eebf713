import Foundation

extension Delivery {
  /// Everything but the payload, for a store: keys are there only where they say something.
  public var json: JSONObject { JSONObject() }

  /// Reads what ``json`` wrote; nil for anything else.
  public init?(json: JSONObject, payload: Payload) { nil }
}

extension Circumstances {
  /// What differs from ``init()``, for a store: most pushes give `{"at":…}`.
  public var json: JSONObject { JSONObject() }

  /// Reads what ``json`` wrote; nil for anything else.
  public init?(json: JSONObject) { nil }
}
