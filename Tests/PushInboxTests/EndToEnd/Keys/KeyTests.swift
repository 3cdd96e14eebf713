import Foundation
import Testing

@testable import PushInbox

/// Every key of the built program, pressed on a pty.
@Suite(.patient) struct KeyTests {
  @Test(arguments: KeyScene.all)
  func `the effect of each key is visible on the screen`(_ scene: KeyScene) throws {
    let visit = try scene.visit()
    for step in scene.steps { try visit.perform(step) }
    try visit.leave(scene.leave.typed)
  }

  @Test(arguments: Keymap.standard.entries)
  func `every key of the standard keymap is pressed by a scene`(_ entry: Keymap.Entry) {
    let pressed = Set(KeyScene.all.flatMap(\.keys))
    #expect(Set(entry.keys).subtracting(pressed) == [], "\(entry.command.rawValue)")
  }
}
