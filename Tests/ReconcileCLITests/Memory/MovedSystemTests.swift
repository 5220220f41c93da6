import Documents
import Planning
import Policies
import Presentation
import Providers
import Simulator
import TestSupport
import Testing
import UniFi

/// A system at another address is another one, unless it turns out to be the same: what was switched off at the old one is told
/// of, and says nothing of the new one.
@Suite struct MovedSystemTests {
  private static let before = PretendHousehold.policy
    .replacing(
      #"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#,
      with: """
          kids: {acl-rules: [Downtime-KidsRoom]}
          guests: {acl-rules: [Downtime-iPad], otherwise: leave}
          school: {groups: [kids], when-off: disabled}
          games: {groups: [no-youtube], when-off: enabled, otherwise: leave}
        """
    )
    .replacing("kids off 21:00–07:00", with: "kids, school off 20:00–07:00")
    .replacing("  - kids off sun-thu 20:30–07:00\n", with: "")
    .replacing("  - pause pihole weekdays\n", with: "")

  /// Kids and school are off, and another Pi-hole answers at another address.
  private func story(_ other: PretendHousehold = PretendHousehold()) async -> Chronicle {
    var household = PretendHousehold()
    household.others["192.168.1.3"] = other.pihole
    household.others["192.168.1.4"] = household.console
    var story = Chronicle(on: household, policy: Self.before)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    return story
  }

  private func move(_ system: String, _ story: inout Chronicle) {
    let (old, new, file) =
      system == "pihole"
      ? ("http://192.168.1.2", "http://192.168.1.3", PretendHousehold.passwordFile)
      : ("https://192.168.1.1", "https://192.168.1.4", PretendHousehold.keyFile)
    story.world.files["household.yaml"] = Self.before.replacing(old, with: new)
    story.world.files[file] =
      system == "pihole" ? PretendHousehold.password(at: new) : story.household.key(at: new)
  }

  private static let left =
    "'pihole' has another address now; nothing was changed at 192.168.1.2, where 'kids' may still block or be switched off"

  /// The command ends the whole warning: it has every target, or all.
  @Test(arguments: [(1, "t1"), (2, "t1 t2"), (5, "t1 t2 t3 t4 t5"), (6, "--all"), (40, "--all")])
  func eachTargetOfAPlaceIsReleased(_ count: Int, _ named: String) throws {
    let household = try MixedHousehold()
    let now = TestWorld().now
    let left = (1...count).map { number in
      LeftBehind(
        object: ObjectKey(system: Name("gateway@192.168.1.1"), kind: .aclRule, id: "\(number)"),
        closing: Closing(target: Name("t\(number)"), at: now, name: "Rule \(number)", position: .enabled),
        standing: .unknown)
    }
    let moments = Moments(zone: household.policy.zone, now: now)
    let findings = left.remembered(in: household.policy, moments, again: "")
    #expect(findings.count == 1)
    #expect(findings[0].message.hint?.contains("'reconcile release --keep \(named)' ends this warning") == true)
  }

  @Test func whatIsAtTheOldAddressIsToldOf() async throws {
    var story = await story()
    move("pihole", &story)
    for _ in 1...3 {
      let plan = story.plan().output.unwrapped
      #expect(plan.contains(Self.left), "\(plan)")
      let run = story.apply()
      #expect(run.status == 0 && run.output.unwrapped.contains(Self.left), "\(run)")
      let release = story.world.run("release", "--policy", "household.yaml").output.unwrapped
      #expect(!release.contains("Nothing is left behind") && release.contains("pihole@192.168.1.2"), "\(release)")
      #expect(story.world.run("status", "household.yaml").output.unwrapped.contains(Self.left))
      await story.pass(minutes: 1)
    }
    #expect(story.world.run("release", "--keep", "school", "--policy", "household.yaml").status == 0)
    let end = story.apply()
    #expect(end.status == 0 && !end.output.contains("192.168.1.2,"), "\(end)")
  }

  private static func switchGames(_ isEnabled: Bool, on household: PretendHousehold) async {
    await household.pihole.inspect { pihole in
      try? pihole.gravity.rename(group: "no-youtube", to: "no-youtube", isEnabled: isEnabled, at: pihole.startedAt)
    }
  }

  private static func areGamesEnabled(on household: PretendHousehold) async -> Bool? {
    await household.pihole.inspect { pihole in pihole.gravity.groups.first { $0.name == "no-youtube" }?.isEnabled }
  }

  /// What an override has found at one address is put back there, once the policy has it again, and nowhere else.
  @Test func whatWasFoundThereIsNotPutBackElsewhere() async throws {
    let other = PretendHousehold()
    var story = await story(other)
    await Self.switchGames(true, on: story.household)
    await Self.switchGames(false, on: other)
    let made = story.world.run("override", "games", "on", "--for", "30m", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    #expect(story.apply().status == 0)
    #expect(await Self.areGamesEnabled(on: story.household) == false)
    move("pihole", &story)
    for minutes in [1, 20] as [Int64] {
      await story.pass(minutes: minutes)
      #expect(story.apply().status == 0)
    }
    #expect(story.world.run("override", "end", "1", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    #expect(await Self.areGamesEnabled(on: other) == false, "that was of the other Pi-hole")
  }

  /// Under whatever name the policy has the old address again.
  @Test func theOldAddressIsLookedAtAgain() async throws {
    var story = await story()
    move("pihole", &story)
    #expect(story.apply().status == 0)
    let attic = """
        attic:
          kind: pihole
          url: http://192.168.1.2
          password: {credential: attic-password}

      targets:
      """
    story.world.files["household.yaml"] = story.world.files["household.yaml"]?.replacing("\ntargets:", with: attic)
      .replacing("{groups:", with: "{system: pihole, groups:")
    story.world.files["/etc/reconcile/credentials/attic-password"] = PretendHousehold.password()
    let words = "warning: attic: 'kids' is still disabled: 'school' disabled it at 21:00:04"
    for run in 1...2 {
      let apply = story.apply().output.unwrapped
      #expect(apply.contains(words) && !apply.contains(Self.left), "\(apply)")
      let told = "what was 'pihole' at 192.168.1.2 is 'attic' now, at the same address"
      #expect(apply.contains(told) == (run == 1), "\(apply)")
      await story.pass(minutes: 1)
    }
    let release = story.world.run("release", "school", "--yes", "--policy", "household.yaml")
    #expect(release.status == 0 && release.output.contains("disabled → enabled, done"), "\(release)")
    #expect(!story.apply().output.contains("still disabled"))
  }

  /// The sites of a console are two places. The one that was meant without a name is known by its ids.
  @Test(arguments: ["Default", "Office"]) func aSiteIsAPlace(_ site: String) async throws {
    var story = await story()
    await story.household.console.inspect { console in
      var office = console.sites[0]
      (office.id, office.internalReference, office.name) = ("88f7af54-98f8-306a-a1c7-c9349722b1f7", "x", "Office")
      for place in office.aclRules.indices {
        office.aclRules[place].id = "abcd" + office.aclRules[place].id.dropFirst(4)
      }
      console.sites.append(office)
    }
    story.world.files["household.yaml"] = Self.before.replacing("kind: unifi", with: "kind: unifi\n    site: \(site)")
    let left =
      "'gateway' has another address now; nothing was changed at 192.168.1.1, where 'Downtime-KidsRoom' may still block"
    for _ in 1...2 {
      let (plan, run) = (story.plan().output.unwrapped, story.apply())
      #expect(run.status == 0 && run.output.contains("site \(site)"), "\(run)")
      #expect(run.output.unwrapped.contains(left) == (site == "Office"), "\(run)")
      #expect(plan.contains(left) == (site == "Office"), "\(plan)")
      await story.pass(minutes: 1)
    }
  }

  /// A console's ids are no other's in the world.
  @Test func theSameConsoleIsKnownAgain() async throws {
    var story = await story()
    let made = story.world.run("override", "guests", "off", "--for", "30m", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    await story.switchRule(1, on: false)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    move("gateway", &story)
    let run = story.apply()
    #expect(run.status == 0 && !run.output.contains("192.168.1.1"), "\(run)")
    await story.pass(minutes: 30)
    let end = story.apply()
    #expect(end.status == 0 && !end.output.contains("192.168.1.1"), "\(end)")
    #expect(await !story.isRuleOn(1), "what it found is put back")
    #expect(story.world.run("release", "--policy", "household.yaml").output.contains("Nothing is left behind"))
  }
}
