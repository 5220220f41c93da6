import CivilTime
import JSONTree
import Providers

extension CredentialEnd {
  /// How it is kept.
  var stored: String {
    let left: JSON.Member =
      switch left {
      case .until(let end): .init("until", .integer(Int(end.secondsSinceEpoch)))
      case .uses(let count): .init("uses", .integer(count))
      }
    return JSON.object([
      .init("code", .string(code)), .init("noun", .string(noun)), left, .init("remedy", .string(remedy)),
    ]).text
  }

  /// What was kept so; nil of anything else.
  init?(stored: String) {
    guard let json = try? JSON(parsing: Array(stored.utf8)), let code = json["code"]?.string,
      let noun = json["noun"]?.string, let remedy = json["remedy"]?.string
    else { return nil }
    if let end = (json["until"]?.int).map({ Instant(secondsSinceEpoch: Int64($0)) }), Instant.writable.contains(end) {
      self.init(code: code, noun, .until(end), remedy: remedy)
    } else if let uses = json["uses"]?.int.flatMap(Int.init(storedCount:)) {
      self.init(code: code, noun, .uses(uses), remedy: remedy)
    } else {
      return nil
    }
  }
}
