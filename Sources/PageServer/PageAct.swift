import Overrides
import Policies

/// Something that a person wants done, by a form or by a program. Whether they may is decided when it is done, by what holds then.
enum PageAct: Hashable {
  case more(Name, minutes: Int64)
  case ask(Name, minutes: Int64, because: String?)
  case off(Name, hour: Int, minute: Int)
  case end(Name, override: String)
  /// The end of all that is in force.
  case endAll(Name)
  /// The end of what keeps it off, and so much more time where the timetable does.
  case on(Name, minutes: Int64)
  case approve(String)
  case deny(String)
  case cancel(String)

  /// What it is about; nil for a decision about a request.
  var target: Name? {
    switch self {
    case .more(let target, _), .ask(let target, _, _), .off(let target, _, _), .end(let target, _), .endAll(let target),
      .on(let target, _):
      target
    case .approve, .deny, .cancel: nil
    }
  }

  /// The lengths that there are buttons for.
  private static let lengths: [Int64] = [15, 30, 60]

  /// Nil for what no form sends.
  init?(_ form: [String: String]) {
    guard let word = form["do"] else { return nil }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let target = form["target"].flatMap { $0.utf8.count <= 63 ? Name($0) : nil }
    let number = form["request"].flatMap(Int64.init).flatMap { $0 > 0 ? String($0) : nil }
    switch (parts[0], target, number) {
    case ("more", let target?, _):
      guard let minutes = Self.minutes(parts) else { return nil }
      self = .more(target, minutes: minutes)
    case ("ask", let target?, _):
      guard let minutes = Self.minutes(parts) else { return nil }
      self = .ask(target, minutes: minutes, because: Self.reason(form["because"]))
    case ("off", let target?, _):
      guard parts.count == 1, let (hour, minute) = Self.clock(form["until"] ?? "") else { return nil }
      self = .off(target, hour: hour, minute: minute)
    case ("end", let target?, _):
      guard parts.count == 1, let id = form["override"].flatMap(Int64.init), id > 0 else { return nil }
      self = .end(target, override: String(id))
    case ("approve", _, let id?): self = .approve(id)
    case ("deny", _, let id?): self = .deny(id)
    case ("cancel", _, let id?): self = .cancel(id)
    default: return nil
    }
  }

  private static func minutes(_ parts: [String]) -> Int64? {
    guard parts.count == 2, let minutes = Int64(parts[1]), lengths.contains(minutes) else { return nil }
    return minutes
  }

  /// `18:00`
  private static func clock(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return (hour, minute)
  }

  /// One line; of one that is too long only as much as shows that it is.
  static func reason(_ text: String?) -> String? {
    guard let text else { return nil }
    let plain = text.unicodeScalars.map { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        && scalar != "\u{200D}" ? " " : scalar
    }
    let trimmed = plain.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: trimmed.prefix(OverrideMaking.longestReason + 1))
    return kept.isEmpty ? nil : String(kept)
  }
}
