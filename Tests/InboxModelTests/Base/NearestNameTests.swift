import InboxModel
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("lok", "lock"), ("previws", "previews"), ("FOCUS", "focus"), ("ofcus", "focus"),
    ("focsu", "focus"), ("lck", "lock"),
  ])
  func `a misspelled name finds the intended one`(word: String, name: String) {
    #expect(NearestName.of(word, among: ["lock", "previews", "focus"]) == name)
  }

  @Test(arguments: ["", "zebra", "l", "grouping"])
  func `a dissimilar word finds nothing`(word: String) {
    #expect(NearestName.of(word, among: ["lock", "previews", "focus"]) == nil)
  }

  @Test(arguments: [
    ("custom", "customDismissAction"), ("hidden", nil),
    ("hiddenPreviewsShowS", "hiddenPreviewsShowSubtitle"),
    ("cus", nil),
  ])
  func `a prefix of one name finds it`(word: String, name: String?) {
    let names = ["customDismissAction", "hiddenPreviewsShowTitle", "hiddenPreviewsShowSubtitle"]
    #expect(NearestName.of(word, among: names) == name)
  }

  @Test func `the first of equally near names wins`() {
    #expect(NearestName.of("red", among: ["rod", "read", "rad"]) == "rod")
  }
}
