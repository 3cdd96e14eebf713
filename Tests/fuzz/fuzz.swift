import Foundation

// The entry points of libFuzzer. `FUZZ_TARGET` names the target. `FUZZ_PREPARE` names a folder into
// which the seeds and dictionaries of all targets are written instead.

private let environment = ProcessInfo.processInfo.environment

private let target: FuzzTarget = {
  let name = environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { [$0.name, $0.fileName].contains(name) }) else {
    fatalError("FUZZ_TARGET is one of: \(FuzzTarget.all.map(\.fileName).joined(separator: ", "))")
  }
  return target
}()

/// Writes seeds and dictionaries, if that is asked for; called by libFuzzer once.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _: UnsafeMutablePointer<CInt>, _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
) -> CInt {
  guard let folder = environment["FUZZ_PREPARE"] else { return 0 }
  do {
    for target in FuzzTarget.all { try target.write(to: URL(filePath: folder)) }
    exit(0)
  } catch {
    fatalError("\(folder): \(error)")
  }
}

/// Checks an input; called by libFuzzer. A broken property ends the process, as a memory error
/// does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  do {
    try StepCheck.run(target, Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(target.name): \(error)")
  }
  return 0
}

extension FuzzTarget {
  /// Writes `NAME.dict`, and the seeds as files of the folder `NAME`.
  fileprivate func write(to folder: URL) throws {
    let seedFolder = folder.appending(path: fileName)
    try FileManager.default.createDirectory(at: seedFolder, withIntermediateDirectories: true)
    for (index, seed) in seeds.enumerated() {
      try Data(seed).write(to: seedFolder.appending(path: "seed-\(index + 1)"))
    }
    let words = words.map { word in
      "\""
        + word.utf8.map { "\\x" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        + "\"\n"
    }
    try Data(words.joined().utf8).write(to: folder.appending(path: fileName + ".dict"))
  }
}
