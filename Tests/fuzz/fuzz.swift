import Foundation

/// The entry point of libFuzzer: one reader, named by `FUZZ_TARGET`. What does not hold ends the process with the
/// input, as a fault of memory does.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("FUZZ_TARGET is one of: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  }
  return target
}()

/// Checks an input; called by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(target.name): \(error)")
  }
  return 0
}
