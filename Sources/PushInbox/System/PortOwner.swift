import Foundation

/// The process that listens on a port, as far as the system reports it: Linux reports processes of
/// the same user.
struct PortOwner: Equatable, Sendable {
  let pid: Int32
  /// The name of the process; at most 15 bytes.
  let name: String

  /// Finds the process that listens where `address` cannot be bound; nil if it cannot be
  /// determined.
  init?(of address: SocketAddress) {
    let sockets = Self.tables.flatMap { Self.sockets(listeningAt: address, in: $0) }
    guard !sockets.isEmpty, let pid = Self.process(with: sockets) else { return nil }
    self.pid = pid
    name = String(Self.text("/proc/\(pid)/comm").prefix { $0 != "\n" })
  }

  /// The socket tables (proc_net(5)).
  private static let tables = ["/proc/net/tcp", "/proc/net/tcp6"]
  private static let listening = "0A"

  /// Returns the sockets that listen at an address, as the links of descriptors name them.
  private static func sockets(listeningAt address: SocketAddress, in table: String) -> [String] {
    guard let own = place(of: address) else { return [] }
    return text(table).split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[3] == listening else { return nil }
      let place = fields[1].split(separator: ":")
      guard place.count == 2, place[1] == own.port else { return nil }
      // A socket that listens on all addresses conflicts with every address.
      let hosts = [String(place[0]), own.host]
      let isInTheWay = hosts[0] == hosts[1] || hosts.contains { $0.allSatisfy { $0 == "0" } }
      return isInTheWay ? "socket:[\(fields[9])]" : nil
    }
  }

  /// Returns host and port in the format of the tables: upper-case hexadecimal digits; each word of
  /// the host in the machine's byte order.
  private static func place(of address: SocketAddress) -> (host: String, port: String)? {
    address.withPointer { pointer, length in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(length))
      let host: Range<Int>
      switch Int32(pointer.pointee.sa_family) {
      case AF_INET: host = 4..<8
      case AF_INET6: host = 8..<24
      default: return nil
      }
      guard bytes.count >= host.upperBound else { return nil }
      let words = stride(from: host.lowerBound, to: host.upperBound, by: 4)
        .map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
      let port = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self).bigEndian
      return (words.map { hexadecimal($0, 8) }.joined(), hexadecimal(port, 4))
    }
  }

  private static func hexadecimal(_ number: some BinaryInteger, _ digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a process that has one of these sockets open.
  private static func process(with sockets: [String]) -> Int32? {
    let files = FileManager.default
    func names(_ folder: String) -> [String] {
      (try? files.contentsOfDirectory(atPath: folder)) ?? []
    }
    return names("/proc").compactMap { Int32($0) }.first { process in
      names("/proc/\(process)/fd").contains { descriptor in
        let link = try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(descriptor)")
        return link.map(sockets.contains) ?? false
      }
    }
  }

  private static func text(_ path: String) -> String {
    // Files of `/proc` have no known size.
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
