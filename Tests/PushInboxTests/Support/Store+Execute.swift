@testable import PushInbox

extension Store {
  /// Runs SQL on the database of an open store, as another program could.
  func execute(_ statements: String) throws {
    try attempt { database throws(DatabaseError) in
      try database.connection.execute(statements)
    }
  }
}
