import JSONTree
import Presentation

extension NamedPlaces {
  /// `text`, lines of JSON each, or a part of one: commands that findings suggest name what was given here.
  func completing(json text: String) -> String {
    guard mayHoldCommand(text) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !line.isEmpty, let json = try? JSON(parsing: Array(line.utf8)) else { return String(line) }
      return String(completing(json).line.dropLast())
    }.joined(separator: "\n")
  }

  private func completing(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map(completing))
    case .object(let members):
      // What has a hint is a finding. Elsewhere a message may be what somebody has written.
      if case .string = json["hint"] {
        .object(members.map(completing(memberOfFinding:)))
      } else {
        .object(members.map { JSON.Member($0.name, completing($0.value)) })
      }
    case .null, .bool, .number, .string: json
    }
  }

  private func completing(memberOfFinding member: JSON.Member) -> JSON.Member {
    guard ["hint", "message"].contains(member.name), case .string(let text) = member.value else {
      return JSON.Member(member.name, completing(member.value))
    }
    return JSON.Member(member.name, .string(completing(sentence: text)))
  }
}
