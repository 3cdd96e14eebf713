import Foundation
import InboxModel

/// The gateway and the phone, while their list may still be loading.
struct LoadingSystem {
  /// The machines, with the entries that are loaded.
  var machines: PushSystem
  private var overview: PushSystem?
  private var loader: ListLoader?

  /// The number of entries that are loaded before keys get their turn.
  private static let pieceLimit = 1000

  /// Makes a system whose entries may still be on disk.
  ///
  /// - Parameter loader: Loads the entries if the machines have none.
  init(_ machines: PushSystem, loader: ListLoader? = nil) {
    self.machines = machines
    self.loader = loader
  }

  /// Whether entries are missing.
  var isLoading: Bool { loader != nil }

  /// The machines as they are drawn: with an overview of the list while it is being loaded.
  var shown: PushSystem {
    _read { if let overview { yield overview } else { yield machines } }
  }

  /// Shows an overview of the list until it is loaded.
  ///
  /// - Parameters:
  ///   - keptCount: The number of entries that are kept; with more the overview would differ.
  ///   - now: The time.
  /// - Returns: Whether there is one. It would differ from the whole list if something is due, or
  ///   if the lines of groups name senders.
  mutating func showOverview(keeping keptCount: Int, at now: Date) -> Bool {
    let device = machines.device.settings.device
    guard let loader, overview == nil, device.summaryStyle == .ios15 else { return false }
    // More groups than a terminal has rows.
    let list = try? loader.overview(
      groupLimit: 128, entryLimit: device.stackThreshold,
      grouping: machines.device.settings.grouping)
    guard let list, list.counts.count <= keptCount else { return false }
    var system = machines.showing(list)
    guard system.handle(.timePassed, at: now).isEmpty else { return false }
    overview = system
    return true
  }

  /// Loads the next entries.
  ///
  /// - Parameter restore: Returns the machines with the rows that could be read, after the damaged
  ///   file was moved aside.
  mutating func loadNext(
    restore: () throws(StoreError) -> PushSystem
  ) throws(StoreError) {
    guard let loader else { return }
    do throws(StoreError) {
      if let entries = try loader.next(Self.pieceLimit) { return machines.load(entries) }
    } catch {
      guard case .corrupt = error else { throw error }
      machines = try restore()
    }
    (self.loader, overview) = (nil, nil)
  }

  /// Abandons the entries that are not loaded.
  mutating func abandon() {
    loader = nil
  }
}
