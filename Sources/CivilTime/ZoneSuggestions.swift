/// The zones that somebody may have meant by another name.
extension ZoneCatalogue {
  /// A well-known place for the words that people have for a time: such a word is no zone, for it does not say when
  /// clocks change.
  private static let abbreviations = [
    "wet": "Europe/Lisbon", "bst": "Europe/London", "gmt": "Europe/London", "cet": "Europe/Berlin",
    "cest": "Europe/Berlin", "met": "Europe/Berlin", "mez": "Europe/Berlin", "mesz": "Europe/Berlin",
    "eet": "Europe/Athens", "eest": "Europe/Athens", "msk": "Europe/Moscow", "est": "America/New_York",
    "edt": "America/New_York", "est5edt": "America/New_York", "cst": "America/Chicago", "cdt": "America/Chicago",
    "cst6cdt": "America/Chicago", "mst": "America/Denver", "mdt": "America/Denver", "mst7mdt": "America/Denver",
    "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "pst8pdt": "America/Los_Angeles",
    "hst": "Pacific/Honolulu", "aest": "Australia/Sydney", "aedt": "Australia/Sydney", "nzst": "Pacific/Auckland",
    "nzdt": "Pacific/Auckland", "jst": "Asia/Tokyo", "kst": "Asia/Seoul", "ist": "Asia/Kolkata", "z": "UTC",
    "zulu": "UTC",
    "etc/uct": "UTC", "etc/utc": "UTC", "etc/zulu": "UTC", "etc/universal": "UTC", "uct": "UTC",
    // What Windows calls them, the usual ones.
    "gmt standard time": "Europe/London", "w. europe standard time": "Europe/Berlin",
    "romance standard time": "Europe/Paris", "central europe standard time": "Europe/Budapest",
    "eastern standard time": "America/New_York", "central standard time": "America/Chicago",
    "mountain standard time": "America/Denver", "pacific standard time": "America/Los_Angeles",
    "aus eastern standard time": "Australia/Sydney", "india standard time": "Asia/Kolkata",
    "tokyo standard time": "Asia/Tokyo",
  ]

  /// Towns after which no zone is called, and whose clocks people look for.
  private static let towns = [
    "munich": "Europe/Berlin", "münchen": "Europe/Berlin", "hamburg": "Europe/Berlin", "cologne": "Europe/Berlin",
    "köln": "Europe/Berlin", "frankfurt": "Europe/Berlin", "stuttgart": "Europe/Berlin", "leipzig": "Europe/Berlin",
    "bern": "Europe/Zurich", "basel": "Europe/Zurich", "geneva": "Europe/Zurich", "graz": "Europe/Vienna",
    "salzburg": "Europe/Vienna", "lyon": "Europe/Paris", "marseille": "Europe/Paris", "milan": "Europe/Rome",
    "naples": "Europe/Rome", "barcelona": "Europe/Madrid", "valencia": "Europe/Madrid",
    "rotterdam": "Europe/Amsterdam", "antwerp": "Europe/Brussels", "manchester": "Europe/London",
    "birmingham": "Europe/London", "edinburgh": "Europe/London", "boston": "America/New_York",
    "washington": "America/New_York", "miami": "America/New_York", "atlanta": "America/New_York",
    "dallas": "America/Chicago", "houston": "America/Chicago", "san_francisco": "America/Los_Angeles",
    "seattle": "America/Los_Angeles", "montreal": "America/Toronto", "mumbai": "Asia/Kolkata",
    "delhi": "Asia/Kolkata", "bangalore": "Asia/Kolkata", "beijing": "Asia/Shanghai", "osaka": "Asia/Tokyo",
    "canberra": "Australia/Sydney",
  ]

  /// Places that keep a distance from UTC in winter, and others that do in summer, by its minutes.
  private static let distances: [Int: [String]] = [
    -600: ["Pacific/Honolulu"], -480: ["America/Los_Angeles"], -420: ["America/Denver", "America/Los_Angeles"],
    -360: ["America/Chicago", "America/Denver"], -300: ["America/New_York", "America/Chicago"],
    -240: ["America/Halifax", "America/New_York"], -180: ["America/Sao_Paulo"], 0: ["Europe/London", "UTC"],
    60: ["Europe/Berlin", "Europe/London"], 120: ["Europe/Athens", "Europe/Berlin"],
    180: ["Europe/Moscow", "Europe/Athens"], 240: ["Asia/Dubai"], 300: ["Asia/Karachi"], 330: ["Asia/Kolkata"],
    420: ["Asia/Bangkok"], 480: ["Asia/Singapore"], 540: ["Asia/Tokyo"],
    600: ["Australia/Brisbane", "Australia/Sydney"],
    720: ["Pacific/Auckland"],
  ]

  /// The places for `gmt+2`, `utc-05:00` or `+01:00`; none for what is no distance.
  private static func places(ofDistance name: String) -> [String] {
    var rest = name[...]
    for word in ["gmt", "utc"] where rest.hasPrefix(word) { rest = rest.dropFirst(3) }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return [] }
    let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.allSatisfy { ("0"..."9").contains($0) } }),
      let hours = Int(parts[0]), let minutes = parts.count == 2 ? Int(parts[1]) : 0
    else { return [] }
    return distances[(hours * 60 + minutes) * (sign == "-" ? -1 : 1)] ?? []
  }

  /// The old names that are met most, where a machine does not list them any more.
  private static let oldNames = [
    "asia/calcutta": "Asia/Kolkata", "asia/katmandu": "Asia/Kathmandu", "asia/rangoon": "Asia/Yangon",
    "asia/saigon": "Asia/Ho_Chi_Minh", "europe/kiev": "Europe/Kyiv", "us/eastern": "America/New_York",
    "us/central": "America/Chicago", "us/mountain": "America/Denver", "us/arizona": "America/Phoenix",
    "us/pacific": "America/Los_Angeles", "us/alaska": "America/Anchorage", "us/hawaii": "Pacific/Honolulu",
    "canada/eastern": "America/Toronto", "canada/central": "America/Winnipeg", "canada/mountain": "America/Edmonton",
    "canada/pacific": "America/Vancouver", "brazil/east": "America/Sao_Paulo",
    "america/buenos_aires": "America/Argentina/Buenos_Aires", "america/indianapolis": "America/Indiana/Indianapolis",
  ]

  /// The names that somebody may have meant by `name`, the likeliest first; at most `limit`, and none where nothing is
  /// near.
  public func nearest(to name: String, limit: Int = 3) -> [String] {
    let wanted = Array(ZoneCatalogue.simplified(name).utf8.prefix(64))
    let place = Array(wanted.split(separator: UInt8(ascii: "/")).last ?? [])
    guard !place.isEmpty else { return [] }
    var ranked = names.compactMap { candidate in
      ZoneCatalogue.distance(from: wanted, place: place, to: candidate).map { (distance: $0, name: candidate) }
    }
    let lowered = name.lowercased()
    let meant =
      ZoneCatalogue.abbreviations[lowered] ?? ZoneCatalogue.oldNames[lowered] ?? target(ofOther: lowered)
      ?? ZoneCatalogue.towns[String(decoding: place, as: UTF8.self)]
    if let meant, accepts(meant) { ranked.append((-1, meant)) }
    let distant = ZoneCatalogue.places(ofDistance: lowered).filter(accepts)
    if !distant.isEmpty { return Array(distant.prefix(limit)) }
    ranked.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    let best = ranked.first?.distance ?? 0
    // Beside one that fits but for its case or its area, those that are merely similar are noise.
    return ranked.filter { best > 1 || $0.distance == best }.prefix(limit).map(\.name)
  }

  private static func simplified(_ name: String) -> String {
    String(name.lowercased().map { $0 == " " ? "_" : $0 })
  }

  /// 0: the same but for case; 1: the same place; more: letters that differ. Nil where too many do.
  private static func distance(from wanted: [UInt8], place: [UInt8], to candidate: String) -> Int? {
    let name = Array(simplified(candidate).utf8)
    if name == wanted { return 0 }
    let candidatePlace = Array(name.split(separator: UInt8(ascii: "/")).last ?? [])
    if candidatePlace == place { return 1 }
    // One letter in four wrong, at most three, is still a slip.
    let wholes = (differing(wanted, name), min(3, wanted.count / 4))
    let places = (differing(place, candidatePlace), min(3, place.count / 4))
    return [wholes, places].filter { $0.0 <= $0.1 }.map { $0.0 + 1 }.min()
  }

  // `Documents.Suggestion` knows a finer distance. But this module imports nothing, and what is near has bounds of its
  // own here: the places of all zones are one long list, in which three slips would always find something.
  /// The letters to be put in, left out or replaced to get from one to the other.
  private static func differing(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let replaced = previous[column] + (letter == other ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}
