import Approvals
import CivilTime
import Controller
import Documents
import HTTPTransport
import Hashing
import Host
import JSONTree
import Planning
import Policies
import Presentation
import StateStore
import Text
import Overrides

/// `reconcile people`: who is in the policy, and their PINs.
enum PeopleCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let words = invocation.operands
    let output = try OutputSettings(invocation)
    let authority = try RequestAuthority(invocation, environment)
    guard let policy = authority.loaded.policy else { return authority.loaded.refuse(environment) }
    let context = OverrideContext(policy: policy, authority.places, environment)
    switch words.first {
    case nil: return list(policy, context, output, environment)
    case "pin": return try PINChange(person(words, policy), context, environment).choose(output)
    case "reset": return try PINChange(person(words, policy), context, environment).reset(output)
    case let word?: throw PeopleMessages.noSuchVerb(word)
    }
  }

  private static func person(_ words: [String], _ policy: Policy) throws(UsageError) -> Name {
    guard words.count > 1 else { throw PeopleMessages.nameMissing(words[0]) }
    if words.count > 2 { throw UsageError.tooMany(words[2]) }
    let known = policy.people.map(\.name.text)
    guard known.contains(words[1].lowercased()) else {
      throw PeopleMessages.unknown(words[1], near: Suggestion.nearest(to: words[1], among: known), known)
    }
    return Name(words[1].lowercased())
  }

  private static func list(
    _ policy: Policy, _ context: OverrideContext, _ output: OutputSettings, _ environment: Environment
  ) -> ExitStatus {
    do throws(StateError) {
      let store = try StateStore(reading: context.places.state.path)
      var pins: [Name: PersonPIN] = [:]
      for person in policy.people { pins[person.name] = try store?.pin(of: person.name) }
      let file = PeopleFile(environment)
      // That it is closed to others is as it should be.
      if !file.isClosedToUser, !file.text.isEmpty { environment.error(file.text) }
      let list = PeopleList(policy, file, pins, context)
      environment.output(output.format == .json ? list.json.line : list.text)
      return .success
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: true))
    }
  }
}
