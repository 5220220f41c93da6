import CivilTime
import TestSupport
import Testing

@testable import Presentation

/// Dates as people of a locale write them.
@Suite struct DateWordsTests {
  @Test(
    arguments: [
      ([:], "Sun 11-22", "Sun 2026-11-22"), (["LANG": "C.UTF-8"], "Sun 11-22", "Sun 2026-11-22"),
      (["LANG": "POSIX"], "Sun 11-22", "Sun 2026-11-22"), (["LANG": "ja_JP.UTF-8"], "Sun 11-22", "Sun 2026-11-22"),
      (["LANG": "en_GB.UTF-8"], "Sun 22 Nov", "Sun 22 Nov 2026"), (["LANG": "en"], "Sun 22 Nov", "Sun 22 Nov 2026"),
      (["LANG": "en_US.UTF-8"], "Sun Nov 22", "Sun Nov 22, 2026"),
      (["LANG": "de_AT.UTF-8@euro"], "So 22. Nov.", "So 22. Nov. 2026"),
      (["LANG": "fr_FR.UTF-8"], "dim. 22 nov.", "dim. 22 nov. 2026"),
      (["LANG": "es_ES.UTF-8"], "dom 22 nov", "dom 22 nov 2026"),
      (["LANG": "it_IT.UTF-8"], "dom 22 nov", "dom 22 nov 2026"),
      (["LANG": "nl_NL.UTF-8"], "zo 22 nov", "zo 22 nov 2026"),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"], "Sun Nov 22", "Sun Nov 22, 2026"),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8", "LC_ALL": "C"], "Sun 11-22", "Sun 2026-11-22"),
      (["LANG": "de_DE.UTF-8", "LC_CTYPE": "C"], "So 22. Nov.", "So 22. Nov. 2026"),
    ] as [([String: String], String, String)])
  func dates(_ variables: [String: String], _ short: String, _ long: String) throws {
    let words = TimelineWords.english(DateWords(LocaleName(.time) { variables[$0] }))
    let date = try #require(CivilDate(year: 2026, month: 11, day: 22))
    #expect(words.short(date) == short && words.long(date) == long)
  }

  @Test(arguments: ["de", "en", "en_US", "es", "fr", "it", "nl"]) func everyNameIsThere(_ locale: String) {
    let words = DateWords(LocaleName(.time) { _ in locale })
    #expect(Set(words.weekdays).count == 7 && Set(words.months).count == 12)
  }

  /// Letters that the terminal cannot show are no date; figures are.
  @Test func figuresWhereLettersCannotBeShown() throws {
    var world = TestWorld(files: ["policy.yaml": try Fixtures.text("timeline/household/policy.yaml")])
    world.variables = ["LC_ALL": "C"]
    let plain = world.run("timeline").output
    world.variables = ["LC_CTYPE": "C", "LC_TIME": "fr_FR.UTF-8"]
    #expect(world.run("timeline").output == plain && plain.contains("  Sun 11-22  ######"))
    world.variables = ["LC_TIME": "fr_FR.UTF-8"]
    #expect(world.run("timeline").output.contains("  dim. 22 nov.  "))
  }
}
