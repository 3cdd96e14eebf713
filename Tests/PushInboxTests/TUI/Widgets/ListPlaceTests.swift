import Testing

@testable import PushInbox

@Suite struct ListPlaceTests {
  private static let height = 4

  /// A list that grows at the top: newest first.
  @Test(arguments: [
    ("an unchanged list", [5, 4, 3, 2, 1], 3, 2),
    ("a new row on top, with the top visible", [6, 5, 4, 3, 2, 1], 3, 3),
    ("new rows that would move the selection out of view", [9, 8, 7, 6, 5, 4, 3, 2, 1], 3, 2),
    ("the selected row is removed: the next is selected", [5, 4, 2, 1], 2, 2),
    ("the last rows are removed", [5, 4], 4, 1),
  ])
  func `the selection stays in its row when rows are added on top`(
    name: String, then: [Int], selection: Int, line: Int
  ) {
    var place = ListPlace()
    place.settle(in: [5, 4, 3, 2, 1], height: Self.height, growth: .top)
    place.move(by: 2, in: [5, 4, 3, 2, 1], growth: .top)
    place.settle(in: then, height: Self.height, growth: .top)
    #expect(place.selection == selection)
    #expect(place.line == line)
    #expect(then[place.place] == selection)
  }

  @Test func `rows added at the top do not move a selection away from the top`() {
    let numbers = Array((1...20).reversed())
    var place = ListPlace()
    place.settle(in: numbers, height: Self.height, growth: .top)
    place.move(by: 9, in: numbers, growth: .top)
    place.settle(in: numbers, height: Self.height, growth: .top)
    let line = place.line
    place.settle(in: [22, 21] + numbers, height: Self.height, growth: .top)
    #expect(place.selection == 11)
    #expect(place.line == line)
  }

  @Test func `at the bottom the newest row is followed until the user moves away`() {
    var place = ListPlace()
    place.settle(in: Array(1...9), height: Self.height, growth: .bottom)
    #expect((place.selection, place.place, place.line) == (nil, 8, 3))
    place.settle(in: Array(1...10), height: Self.height, growth: .bottom)
    #expect((place.place, place.line) == (9, 3))
    place.move(by: -1, in: Array(1...10), growth: .bottom)
    place.settle(in: Array(1...12), height: Self.height, growth: .bottom)
    #expect(place.selection == 9)
    place.move(by: 99, in: Array(1...12), growth: .bottom)
    place.settle(in: Array(1...13), height: Self.height, growth: .bottom)
    #expect((place.selection, place.place) == (nil, 12))
  }

  @Test func `every position is inside the list and the window after any change`() {
    let lists = [[], [1], [3, 2, 1], Array((1...50).reversed()), [50, 49], []]
    for growth: ListPlace.Growth in [.top, .bottom] {
      var place = ListPlace()
      for numbers in lists + lists {
        for step in [0, 1, -1, 60, -60, 7] {
          for height in [0, 1, 5, 100] {
            place.move(by: step, in: numbers, growth: growth)
            place.settle(in: numbers, height: height, growth: growth)
            #expect(numbers.isEmpty ? place.place == 0 : numbers.indices.contains(place.place))
            #expect(place.line >= 0 && place.line <= max(0, height - 1))
            #expect(place.top >= 0)
          }
        }
      }
    }
  }

  @Test func `only the newest elements are retained, in order`() {
    var newest = BoundedLog<Int>(limit: 8)
    for number in 1...100 {
      newest.append(number)
      #expect((min(number, 8)...10).contains(newest.elements.count))
      #expect(newest.elements == Array(number - newest.elements.count + 1...number))
    }
  }
}
