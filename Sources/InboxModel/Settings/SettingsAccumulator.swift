/// Settings that are applied one after another, each like a file that contains only them.
///
/// An incomplete setting waits for the following ones: a Focus that begins at eight is incomplete
/// until another change sets its end.
struct SettingsAccumulator {
  /// The settings so far.
  var phone: PhoneSettings
  /// The error of the first incomplete setting; nil for none.
  private(set) var problem: SettingsError?
  private var waiting = JSONObject()

  init(_ phone: PhoneSettings) { self.phone = phone }

  /// Applies the value of a path.
  ///
  /// - Throws: The error with which a file would be rejected, unless later changes may complete the
  ///   setting.
  mutating func apply(_ path: SettingPath, _ value: JSONValue) throws(SettingsError) {
    let object = path.object(value)
    if problem != nil, accepts(waiting.merged(with: object)) {
      waiting = JSONObject()
      return problem = nil
    }
    do throws(SettingsError) {
      try phone.apply(object)
    } catch {
      guard error.problem == .missing else { throw error }
      waiting = waiting.merged(with: object)
      problem = problem ?? error
    }
  }

  private mutating func accepts(_ object: JSONObject) -> Bool {
    do throws(SettingsError) {
      try phone.apply(object)
      return true
    } catch {
      return false
    }
  }
}

extension JSONObject {
  /// Returns the members of both objects. Objects under the same key are merged; otherwise the
  /// other's value is used.
  func merged(with other: JSONObject) -> JSONObject {
    var result = self
    for member in other.members {
      if case .object(let old) = result[member.key], case .object(let new) = member.value {
        result[member.key] = .object(old.merged(with: new))
      } else {
        result[member.key] = member.value
      }
    }
    return result
  }
}
