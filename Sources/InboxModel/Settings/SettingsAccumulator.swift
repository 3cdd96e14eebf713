/// Settings applied one after another, each like a file that says nothing else.
///
/// What cannot stand alone waits for those that follow: a Focus that begins at eight is no span
/// until another change says when it ends.
struct SettingsAccumulator {
  /// The settings so far.
  var phone: PhoneSettings
  /// Why the first of those that wait cannot stand alone; nil when none waits.
  private(set) var problem: SettingsError?
  private var waiting = JSONObject()

  init(_ phone: PhoneSettings) { self.phone = phone }

  /// Applies a path with its value.
  ///
  /// - Throws: what a file would be rejected for, but for what the next changes may mend.
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
  /// The members of both; of two objects under one key again the members of both, else the other's
  /// value.
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
