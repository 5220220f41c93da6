import CivilTime

/// How dates are written: the names of days and months, and their order.
package struct DateWords: Hashable, Sendable {
  /// From Monday on.
  let weekdays: [String]
  /// From January on; none where months are numbers.
  let months: [String]
  private let order: Order

  /// In which order a date is written.
  private enum Order {
    /// `2026-11-22`, `11-22`
    case iso
    /// `22 Nov 2026`
    case dayFirst
    /// `22. Nov. 2026`
    case dayFirstWithDot
    /// `Nov 22, 2026`
    case monthFirst
  }

  private init(_ weekdays: String, _ months: String, _ order: Order) {
    self.weekdays = weekdays.split(separator: " ").map(String.init)
    self.months = months.split(separator: " ").map(String.init)
    self.order = order
  }

  /// As ISO 8601 says, with the English names of days: for programs, in the locale `C`, and wherever nothing else is known.
  static let iso = DateWords(englishDays, "", .iso)

  /// As people write them whose locale is `locale`.
  package init(_ locale: LocaleName) { self = Self.of(locale.language, locale.territory) }

  private static let englishDays = "Mon Tue Wed Thu Fri Sat Sun"
  private static let englishMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"

  /// The names are those of the C library's locales; German ones have the dots that go with `22.`
  private static func of(_ language: String, _ territory: String) -> DateWords {
    switch language {
    case "en": DateWords(englishDays, englishMonths, territory == "US" ? .monthFirst : .dayFirst)
    case "de":
      DateWords(
        "Mo Di Mi Do Fr Sa So", "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.", .dayFirstWithDot)
    case "es":
      DateWords("lun mar mié jue vie sáb dom", "ene feb mar abr may jun jul ago sep oct nov dic", .dayFirst)
    case "fr":
      DateWords(
        "lun. mar. mer. jeu. ven. sam. dim.", "janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.",
        .dayFirst)
    case "it": DateWords("lun mar mer gio ven sab dom", "gen feb mar apr mag giu lug ago set ott nov dic", .dayFirst)
    case "nl": DateWords("ma di wo do vr za zo", "jan feb mrt apr mei jun jul aug sep okt nov dec", .dayFirst)
    default: iso
    }
  }

  /// `22 Nov`, `Nov 22`, `22. Nov.`, `11-22`
  func short(_ date: CivilDate) -> String {
    switch order {
    case .iso: String(date.description.suffix(5))
    case .dayFirst: "\(date.day) \(months[date.month - 1])"
    case .dayFirstWithDot: "\(date.day). \(months[date.month - 1])"
    case .monthFirst: "\(months[date.month - 1]) \(date.day)"
    }
  }

  /// The same with the year: `22 Nov 2026`, `Nov 22, 2026`, `22. Nov. 2026`, `2026-11-22`
  func long(_ date: CivilDate) -> String {
    switch order {
    case .iso: date.description
    case .dayFirst, .dayFirstWithDot: "\(short(date)) \(date.year)"
    case .monthFirst: "\(short(date)), \(date.year)"
    }
  }
}
