import Foundation

/// The arguments: `Stages PAYLOAD [--pushes N] [--held N] [--apps N] [--threads N] [--row]`.
struct Options {
  /// The payload of each push; its `thread-id` `order-4711` is replaced where there are several
  /// threads.
  private let payload: [UInt8]
  /// The number of measured pushes.
  private(set) var pushes = 50_000
  /// The maximum number of notifications in the list.
  private(set) var held = 10_000
  private var apps = 1
  private var threads = 1
  /// Whether one row with the sum is printed instead of the table.
  private(set) var printsRow = false

  /// Returns nil for invalid arguments.
  init?(_ arguments: [String]) {
    guard let path = arguments.first, let file = FileManager.default.contents(atPath: path) else {
      return nil
    }
    payload = Array(file)
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      if name == "--row" {
        printsRow = true
        continue
      }
      guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
      switch name {
      case "--pushes": pushes = number
      case "--held": held = number
      case "--apps": apps = number
      case "--threads": threads = number
      default: return nil
      }
    }
  }

  /// The topic of a push, by its number.
  func topic(_ number: Int) -> String {
    apps == 1 ? "com.example.shop" : "com.example.shop\(number % apps)"
  }

  /// The payload of a push, by its number.
  func payload(_ number: Int) -> [UInt8] {
    guard threads > 1 else { return payload }
    let text = String(decoding: payload, as: UTF8.self)
    return Array(text.replacing("order-4711", with: "order-\(number / apps % threads)").utf8)
  }

  /// The row of the table of sizes.
  func row(microseconds: Double, megabytes: Double) -> String {
    let time = String(format: "%.1f", microseconds)
    return "| \(pushes) | \(apps) | \(threads) | \(time) | \(Int(megabytes)) |"
  }
}
