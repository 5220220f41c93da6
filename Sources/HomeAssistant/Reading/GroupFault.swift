import Providers

/// Why a group cannot be judged.
enum GroupFault: Error, Hashable, Sendable {
  /// A member is not there.
  case missing(String)
  /// A member is of another sort, such as a door among lights.
  case foreign(String)
  /// It has no members.
  case empty
  /// There are only groups in it, such as itself, or what tells something, such as sensors.
  case deviceless
  /// It has more members than anybody would have meant.
  case tooMany
  /// The groups before it took all the steps that a server's groups may take.
  case outOfSteps

  /// How it goes on behind `is`.
  var words: String {
    switch self {
    case .missing(let id): "a group whose member \(id.shortened()) is not there"
    case .foreign(let id): "a group with the member \(id.shortened()), which cannot be switched with it"
    case .empty: "a group without members"
    case .deviceless: "a group without any device that can be switched"
    case .tooMany: "a group with more than \(EntityBoard.mostMembers) members"
    case .outOfSteps: "one of too many groups within groups"
    }
  }
}
