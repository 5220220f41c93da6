import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers

/// Makes, brings up to date and removes one policy that the file owns. Each is read before and afterwards: a POST has no
/// key by which a console would know it again, so that after a lost answer the list says what came of it.
struct DevicePolicyWriting {
  let applier: UniFiApplier
  let change: Change
  var client: UniFiClient { applier.client }

  /// What `change` asks for, done through `applier`.
  init(_ applier: UniFiApplier, _ change: Change) {
    self.applier = applier
    self.change = change
  }

  /// What comes of it. Throws where the console as a whole failed.
  func outcome() async throws(ProviderError) -> Outcome {
    guard let made = change.made else { return .failed(UniFiMessages.noSuchSwitch(change)) }
    switch (change.from.position.asSwitch, change.to.position.asSwitch) {
    case (nil, let isEnabled?):
      guard let content = made.content.flatMap(Self.tree)?.keeping(made.wantedHours),
        let wish = NewDevicePolicy(content, isEnabled, change.name)
      else { return .failed(UniFiMessages.noSuchSwitch(change)) }
      return try await make(wish)
    case (let isEnabled?, let wanted?):
      guard let id = made.address else { return .failed(UniFiMessages.noID) }
      // Where nobody knows what it is to be made of, its hours are still known.
      let content = made.content.flatMap(Self.tree) ?? .object([])
      return try await update(id, from: isEnabled, to: wanted, content.keeping(made.wantedHours))
    case (_?, nil):
      guard let id = made.address else { return .failed(UniFiMessages.noID) }
      return try await remove(id, keeping: made.twin)
    case (nil, nil): return .failed(UniFiMessages.noSuchSwitch(change))
    }
  }

  private static func tree(_ text: String) -> JSON? { try? JSON(parsing: Array(text.utf8)) }

  func path(_ id: String) async throws(ProviderError) -> String {
    FirewallPolicy.traits.path(id, site: try await client.site())
  }

  /// Whether `policy` is one that the file owns.
  private func isOurs(_ policy: FirewallPolicy) -> Bool {
    client.settings.devices.map { DeviceOwnership($0).owns(policy) } ?? false
  }

  // MARK: - Making

  private func make(_ wish: NewDevicePolicy) async throws(ProviderError) -> Outcome {
    let site = try await client.site()
    let list: [FirewallPolicy]
    do throws(Setback) {
      list = try await client.objects(of: site)
    } catch {
      guard case .refused(let refusal) = error, refusal.isDefinite else { throw error.error }
      return .failed(UniFiMessages.notMade(wish.name, refusal))
    }
    if list.contains(where: wish.isSameSlot) { return .superseded(UniFiMessages.madeMeanwhile(wish.name)) }
    let request = WriteRequest.post(
      FirewallPolicy.traits.path(site), headers: client.headers, body: wish.body.bytes)
    switch try await applier.exchange(request) {
    case .failure(let doubt): return await settle(wish, id: nil, site, doubt: doubt)
    case .success(.json(let answer)): return await settle(wish, id: answer.uuid, site, doubt: nil)
    case .success(.garbled(let error)): return await settle(wish, id: nil, site, doubt: error)
    case .success(.refused(let refusal)):
      if refusal.isAboutServer { return await settle(wish, id: nil, site, doubt: refusal.error) }
      if refusal.isAboutWholeSystem { throw refusal.error }
      return .failed(UniFiMessages.notMade(wish.name, refusal))
    }
  }

  /// Looks in the list what came of a POST. What the list does not have with its id could never be lifted again, and is
  /// taken back.
  private func settle(
    _ wish: NewDevicePolicy, id: String?, _ site: UniFiSite, doubt: ProviderError?
  ) async -> Outcome {
    let list: [FirewallPolicy]
    do throws(Setback) {
      list = try await client.objects(of: site)
    } catch {
      return .unverified(UniFiMessages.notReadBack(wish.name, error.error, doubt: doubt))
    }
    let listed =
      list.first { $0.id != nil && $0.id?.lowercased() == id?.lowercased() } ?? list.first(where: wish.isSameSlot)
    if let listed, listed.id != nil {
      if let outcome = await outcome(ofLostHoursOf: listed, isNew: true) { return outcome }
      return judge(listed, wish.patch, isEnabled: wish.isEnabled, doubt: doubt, isNew: true)
    }
    if let id, await mayBeThere(id) {
      let isGone = await takeBack(id)
      let message = UniFiMessages.takenBack(wish.name, isGone: isGone)
      return isGone ? .failed(message) : .unverified(message)
    }
    if listed != nil { return .unverified(UniFiMessages.takenBack(wish.name, isGone: false)) }
    return doubt.map { .failed(UniFiMessages.notArrived(wish.name, $0)) }
      ?? .unverified(UniFiMessages.notListed(wish.name))
  }

  private func mayBeThere(_ id: String) async -> Bool {
    do throws(ProviderError) {
      let found: Found<FirewallPolicy> = try await client.object(at: try await path(id))
      if case .gone = found { return false }
    } catch {
      return true
    }
    return true
  }

  /// Removes what was just made; whether it is known to be gone.
  func takeBack(_ id: String) async -> Bool {
    do throws(ProviderError) {
      let path = try await path(id)
      _ = try await applier.exchange(.delete(path, headers: client.headers))
      let found: Found<FirewallPolicy> = try await client.object(at: path)
      if case .gone = found { return true }
    } catch {
      return false
    }
    return false
  }

  // MARK: - Bringing up to date

  private func update(
    _ id: String, from: Bool, to: Bool, _ patch: JSON
  ) async throws(ProviderError) -> Outcome {
    let path = try await path(id)
    let fresh: FirewallPolicy
    switch try await client.object(at: path) as Found<FirewallPolicy> {
    case .gone: return .superseded(UniFiMessages.gone(change.name))
    case .refused(let refusal): return .failed(UniFiMessages.notUpdated(change.name, refusal))
    case .object(let object): fresh = object
    }
    guard fresh.id?.lowercased() == id.lowercased(), isOurs(fresh) else {
      return .superseded(UniFiMessages.notOurs(change.name))
    }
    guard fresh.isEnabled == from else { return .superseded(UniFiMessages.already(change.name, fresh.isEnabled)) }
    let body = fresh.tree.merging(patch).removing(FirewallPolicy.traits.refusedMembers).setting(
      "enabled", to: .bool(to))
    switch try await applier.deliver(body, of: FirewallPolicy.self, to: path) {
    case .refused(let refusal):
      if refusal.meansGone { return .superseded(UniFiMessages.gone(change.name)) }
      if refusal.isAboutWholeSystem { throw refusal.error }
      return .failed(UniFiMessages.notUpdated(change.name, refusal))
    case .sent(let leftOut, let doubt):
      do throws(ProviderError) {
        switch try await client.object(at: path) as Found<FirewallPolicy> {
        case .gone: return .unverified(UniFiMessages.goneAfterwards(change.name))
        case .refused(let refusal):
          return .unverified(UniFiMessages.notReadBack(change.name, refusal.error, doubt: doubt))
        case .object(let after):
          // What may not have arrived says nothing of the hours.
          if doubt == nil, let outcome = await outcome(ofLostHoursOf: after, isNew: false) { return outcome }
          let outcome = judge(after, patch, isEnabled: to, doubt: doubt, isNew: false)
          guard case .applied(let messages, _) = outcome else { return outcome }
          return judgeTheRest(after, before: fresh, patch, leftOut, messages)
        }
      } catch {
        return .unverified(UniFiMessages.notReadBack(change.name, error, doubt: doubt))
      }
    }
  }

  /// Whether a policy that was read back is what it was to be, in all that was set.
  private func judge(
    _ after: FirewallPolicy, _ patch: JSON, isEnabled: Bool, doubt: ProviderError?, isNew: Bool
  ) -> Outcome {
    let words = DevicePolicyDifference(after, patch, terms: DeviceTerms(devices: client.settings.devices?.names ?? [:]))
      .words
    if words.isEmpty, after.isEnabled == isEnabled {
      return .applied(
        doubt.map { [isNew ? UniFiMessages.madeAndLost(after.name, $0) : UniFiMessages.answerLost(after.name, $0)] }
          ?? [], address: isNew ? after.id : nil)
    }
    if let doubt, !isNew { return .failed(UniFiMessages.didNotArrive(change.name, doubt)) }
    return .unverified(
      words.isEmpty ? UniFiMessages.notShown(after.name, isEnabled) : UniFiMessages.notUpToDate(after.name, words),
      address: isNew ? after.id : nil)
  }

  /// What is told of members that are not the file's: which the console did not take back, and which are otherwise now than
  /// they were read; `messages` are told beside.
  private func judgeTheRest(
    _ after: FirewallPolicy, before: FirewallPolicy, _ patch: JSON, _ leftOut: [String], _ messages: [Message]
  ) -> Outcome {
    let kind = change.kind
    let others = after.membersThatDiffer(from: before, leavingOut: leftOut + (patch.members ?? []).map(\.name))
    let decisive = others.filter(FirewallPolicy.traits.decisiveMembers.contains)
    if !decisive.isEmpty { return .unverified(UniFiMessages.decisiveMembersChanged(after.name, kind, decisive)) }
    return .applied(
      leftOut.map { UniFiMessages.leftOut($0, of: after.name, kind) } + messages
        + (others.isEmpty ? [] : [UniFiMessages.otherMembersChanged(after.name, kind, others)]))
  }

  // MARK: - Removing

  /// Removes the policy `id`; one that is there twice only while the other one, `twin`, is still there.
  private func remove(_ id: String, keeping twin: String?) async throws(ProviderError) -> Outcome {
    let path = try await path(id)
    switch try await client.object(at: path) as Found<FirewallPolicy> {
    case .gone: return .superseded(UniFiMessages.gone(change.name))
    case .refused(let refusal): return .failed(UniFiMessages.removalRefused(change.name, refusal))
    case .object(let object):
      guard object.id?.lowercased() == id.lowercased(), isOurs(object) else {
        return .superseded(UniFiMessages.notOurs(change.name))
      }
    }
    if let twin, let obstacle = try await obstacle(keeping: twin) { return obstacle }
    var doubt: ProviderError?
    switch try await applier.exchange(.delete(path, headers: client.headers)) {
    case .failure(let error): doubt = error
    // A removal is answered with an empty body.
    case .success(.json), .success(.garbled): break
    case .success(.refused(let refusal)):
      if refusal.meansGone { return .superseded(UniFiMessages.gone(change.name)) }
      if refusal.isAboutWholeSystem { throw refusal.error }
      guard refusal.isAboutServer else { return .failed(UniFiMessages.removalRefused(change.name, refusal)) }
      doubt = refusal.error
    }
    return await lookAfterRemoval(path, doubt)
  }

  /// Why nothing is removed, where the one that is to stay is not there any more: another machine may have removed that one.
  private func obstacle(keeping twin: String) async throws(ProviderError) -> Outcome? {
    switch try await client.object(at: try await path(twin)) as Found<FirewallPolicy> {
    case .gone: return .superseded(UniFiMessages.twinGone(change.name))
    case .refused(let refusal): return .failed(UniFiMessages.removalRefused(change.name, refusal))
    case .object(let object):
      let isThere = object.id?.lowercased() == twin.lowercased() && isOurs(object)
      return isThere ? nil : .superseded(UniFiMessages.twinGone(change.name))
    }
  }

  private func lookAfterRemoval(_ path: String, _ doubt: ProviderError?) async -> Outcome {
    do throws(ProviderError) {
      switch try await client.object(at: path) as Found<FirewallPolicy> {
      case .gone: return .applied(doubt.map { [UniFiMessages.answerLost(change.name, $0)] } ?? [])
      case .refused(let refusal):
        return .unverified(UniFiMessages.notReadBack(change.name, refusal.error, doubt: doubt))
      case .object:
        return doubt.map { .failed(UniFiMessages.didNotArrive(change.name, $0)) }
          ?? .unverified(UniFiMessages.notRemoved(change.name))
      }
    } catch {
      return .unverified(UniFiMessages.notReadBack(change.name, error, doubt: doubt))
    }
  }
}

/// A policy that is to be made.
struct NewDevicePolicy {
  let patch: JSON
  let isEnabled: Bool
  let name: String
  private let mark: DevicePolicyMark
  private let zone: String

  /// Nil where `patch` does not say whose it is and where it belongs.
  init?(_ patch: JSON, _ isEnabled: Bool, _ name: String) {
    guard let mark = patch["description"]?.string.flatMap(DevicePolicyMark.init(in:)),
      let zone = patch["source"]?["zoneId"]?.string
    else { return nil }
    (self.patch, self.isEnabled, self.name, self.mark, self.zone) = (patch, isEnabled, name, mark, zone.lowercased())
  }

  /// The body of the POST.
  var body: JSON { JSON.object([.init("enabled", .bool(isEnabled))]).merging(patch) }

  /// Whether `policy` is the one already that this is to become.
  func isSameSlot(_ policy: FirewallPolicy) -> Bool {
    policy.head.origin == .userDefined && policy.mark == mark && policy.zones?.source.lowercased() == zone
  }
}
