import Policies
import Providers

extension ObservedObject {
  /// `entity`, behind which there are these devices, as one that has a switch.
  init(_ entity: EntityState, _ devices: GroupWalk.Devices) {
    let condition = entity.condition(by: devices)
    self.init(
      kind: entity.id.domain.kind, id: entity.id.text, name: entity.id.text, switchState: condition.switchState,
      whenOff: .disabled)
    // Of a group that cannot be judged nothing is switched.
    if entity.isGroup { members = (try? devices.get())?.map(\.id.text) }
    if entity.isAssumed {
      for position in SwitchPosition.allCases { caveats[position] = [HomeAssistantMessages.isAssumed] }
    }
    switch condition {
    case .unknown(let words): switchBlocker = HomeAssistantMessages.notKnown(words)
    case .faulty(let fault): switchBlocker = HomeAssistantMessages.notJudged(fault)
    case .stuck(let word): stuck = HomeAssistantMessages.stuck(word)
    case .moving(let word, let end):
      heading = end
      for position in SwitchPosition.allCases {
        caveats[position, default: []].append(HomeAssistantMessages.moving(word))
      }
    // The members that are known are switched where they differ; where none does, there is only the trouble left.
    case .partly(let on, let off, let words):
      if !on { disableBlocker = HomeAssistantMessages.notKnown(words) }
      if !off { enableBlocker = HomeAssistantMessages.notKnown(words) }
    case .on, .off, .mixed: break
    }
    guard !entity.isGroup, switchBlocker == nil else { return }
    let domain = entity.id.domain
    if domain.on.map(entity.lacks) ?? false { enableBlocker = HomeAssistantMessages.cannot(domain.on) }
    if domain.off.map(entity.lacks) ?? false { disableBlocker = HomeAssistantMessages.cannot(domain.off) }
  }
}

extension EntityState {
  /// Whether its device says that it has no such service. What says nothing may have any: many leave it out while they are
  /// off.
  func lacks(_ service: EntityDomain.Service) -> Bool {
    guard let features, let feature = service.feature else { return false }
    return features & feature == 0
  }
}
