// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "pushinbox",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "pushinbox", targets: ["PushInbox"])],
  dependencies: [],
  targets: [
    .target(name: "InboxModel", swiftSettings: settings),
    .executableTarget(
      name: "PushInbox",
      dependencies: [
        "InboxModel", "CFribidi", "CTermbox", "CNGHTTP2", "COpenSSL", "CSQLite", "CSystem",
        "CZlib",
      ],
      swiftSettings: settings),
    // ncursesw's pkg-config file has flags that SwiftPM refuses: its module map links it by name.
    .systemLibrary(
      name: "CTermbox", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(
      name: "CFribidi", pkgConfig: "fribidi",
      providers: [.apt(["libfribidi-dev"]), .brew(["fribidi"])]),
    .systemLibrary(
      name: "CNGHTTP2", pkgConfig: "libnghttp2",
      providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // What Swift's Glibc module hides; no library of its own.
    .systemLibrary(name: "CSystem"),
    // Counts what tests allocate.
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .testTarget(
      name: "InboxModelTests", dependencies: ["InboxModel", "CAllocations"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "PushInboxTests",
      dependencies: [
        "PushInbox", "InboxModel", "CAllocations", "CTermbox", "COpenSSL", "CSystem",
      ],
      exclude: ["Fixtures", "Screens"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
