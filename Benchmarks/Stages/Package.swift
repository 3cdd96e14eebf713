// swift-tools-version: 6.2

import PackageDescription

// The program's sources once more, as libraries that the benchmark of the stages can import: the
// links in Sources lead to them. A package of its own, so that nobody builds it but `make bench`.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-enable-testing"]),
]

let package = Package(
  name: "stages",
  platforms: [.macOS(.v14)],
  dependencies: [],
  targets: [
    .target(name: "InboxModel", swiftSettings: settings),
    .target(
      name: "PushInbox",
      dependencies: [
        "InboxModel", "CFribidi", "CTermbox", "CNGHTTP2", "COpenSSL", "CSQLite", "CSystem",
        "CZlib",
      ],
      exclude: ["Main.swift"], swiftSettings: settings),
    .systemLibrary(name: "CTermbox"),
    .systemLibrary(name: "CFribidi", pkgConfig: "fribidi"),
    .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CSystem"),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Stages", dependencies: ["PushInbox", "InboxModel", "CNGHTTP2", "CAllocations"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
