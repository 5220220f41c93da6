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
    for option in [Option.device, .pageURL, .api] where invocation.has(option) && words.first != "link" {
      throw PeopleMessages.onlyWithLink(option)
    }
    switch words.first {
    case nil: return list(policy, context, output, environment)
    case "list":
      if words.count > 1 { throw UsageError.tooMany(words[1]) }
      return list(policy, context, output, environment)
    case "link":
      let linking = try linking(Array(words.prefix(3)), policy, context, output, environment)
      if words.count > 2 { throw UsageError.tooMany(words[2]) }
      return linking.link(
        device: invocation.value(.device), address: try address(invocation), forProgram: invocation.has(.api))
    case "unlink":
      if words.count > 3 { throw UsageError.tooMany(words[3]) }
      let others: [Name]
      do throws(StateError) {
        others = try joined(context)
      } catch {
        return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
      }
      let linking = try linking(Array(words.prefix(2)), policy, context, output, environment, knowing: others)
      return linking.unlink(words.count > 2 ? words[2] : nil)
    case "pin": return try PINChange(person(words, policy), context, environment).choose(output)
    case "reset":
      let others: [Name]
      do throws(StateError) {
        others = try withPIN(context)
      } catch {
        return error.report(environment, hint: Messages.nothingWritten(error, reading: false))
      }
      return try PINChange(person(words, policy, knowing: others), context, environment).reset(output)
    case let word?: throw PeopleMessages.noSuchVerb(word)
    }
  }

  private static func linking(
    _ words: [String], _ policy: Policy, _ context: OverrideContext, _ output: OutputSettings,
    _ environment: Environment, knowing others: [Name] = []
  ) throws(UsageError) -> LinkMaking {
    let person = try person(words, policy, knowing: others)
    return LinkMaking(
      person: person, context: context, output: output, environment: environment,
      isApprover: policy.guardedTargets.contains { $0.guarding?.approvers.contains(person) ?? false })
  }

  /// Where the page is said to be: a scheme and a host, and perhaps a port.
  private static func address(_ invocation: Invocation) throws(UsageError) -> String? {
    guard let text = invocation.value(.pageURL) else { return nil }
    guard let address = PageAddress(text) else { throw PeopleMessages.notAnAddress(text) }
    return address.text
  }

  /// Whoever has devices or links, each once.
  private static func joined(_ context: OverrideContext) throws(StateError) -> [Name] {
    guard let store = try context.places.state.store() else { return [] }
    return Set(try store.devices().map(\.person) + store.links().map(\.person)).sorted()
  }

  /// Whoever has a PIN.
  private static func withPIN(_ context: OverrideContext) throws(StateError) -> [Name] {
    guard let store = try context.places.state.store() else { return [] }
    return try store.pins().keys.sorted()
  }

  /// Whoever is named: somebody of the policy, or one of `others`. Whoever was removed from the policy may have devices and a
  /// PIN all the same, which count again once the name is back.
  private static func person(
    _ words: [String], _ policy: Policy, knowing others: [Name] = []
  ) throws(UsageError) -> Name {
    guard words.count > 1 else { throw PeopleMessages.nameMissing(words[0]) }
    if words.count > 2 {
      throw words[0] == "pin" ? UsageError.tooMany(words[2], .people) : UsageError.tooMany(words[2])
    }
    let known = policy.people.map(\.name.text)
    guard known.contains(words[1].lowercased()) || others.contains(Name(words[1].lowercased())) else {
      throw PeopleMessages.unknown(words[1], near: Suggestion.nearest(to: words[1], among: known), known)
    }
    return Name(words[1].lowercased())
  }

  private static func list(
    _ policy: Policy, _ context: OverrideContext, _ output: OutputSettings, _ environment: Environment
  ) -> ExitStatus {
    do throws(StateError) {
      let store = try context.places.state.store()
      let pins = try store?.pins() ?? [:]
      let file = PeopleFile(environment)
      // That it is closed to others is as it should be.
      if !file.isClosedToUser, !file.text.isEmpty { environment.error(file.text) }
      let list = PeopleList(policy, file, pins, try store?.devices() ?? [], try store?.links() ?? [], context)
      environment.output(output.format == .json ? list.json.line : list.text(output.style(environment)))
      return .success
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: true))
    }
  }
}
