import Foundation
import Simulator
import TestSupport
import Testing

@testable import Host

/// `reconcile init` for a system whose usual credential holds the secret of another one.
@Suite("init and credentials") struct InitCredentialsTests {
  private static let folder = "/etc/reconcile/credentials/"

  /// The usual credentials are those of another console and of another Pi-hole.
  private static func world() -> TestWorld {
    var world = PretendHousehold().world()
    world.files[PretendHousehold.keyFile] = WrittenSecret("another-key", for: "https://192.168.9.1", "unifi").file
    world.files[PretendHousehold.passwordFile] = PretendHousehold.password(at: "http://192.168.9.2")
    return world
  }

  private static let both = ["init", "--unifi", "https://192.168.1.1", "--pihole", "http://192.168.1.2"]

  /// The commands that are printed leave the other secrets where they are, and the request that is printed reads what they
  /// have stored.
  @Test func theSecretOfAnotherSystemIsLeftToIt() throws {
    var world = Self.world()
    let run = world.run(Self.both)
    #expect(run.status == 77 && world.created.isEmpty, "\(run)")
    #expect(!run.output.contains(PretendHousehold.keyFile + "'"), "\(run.output)")
    #expect(!run.output.contains(PretendHousehold.passwordFile + "'"), "\(run.output)")
    for name in ["unifi-api-key-2", "pihole-password-2"] {
      #expect(run.output.contains("'\(Self.folder)\(name)'"), "\(run.output)")
    }
    let words = try #require(run.output.split(separator: "\n\n").last)
    let again = words.split { " \n\\'".contains($0) }.map(String.init).drop { $0 != "init" }
    #expect(again.contains("credential:unifi-api-key-2") && again.contains("credential:pihole-password-2"), "\(words)")
    world.files[Self.folder + "unifi-api-key-2"] = PretendHousehold().key()
    world.files[Self.folder + "pihole-password-2"] = PretendHousehold.password()
    for (words, file) in [(Array(again), "told.yaml"), (Self.both, "untold.yaml")] {
      let second = world.run(words + ["-o", file])
      #expect(second.status == 0, "\(second)")
      let policy = try #require(world.created[file])
      #expect(policy.contains("{credential: \"unifi-api-key-2\"}"), "\(policy)")
      #expect(policy.contains("{credential: \"pihole-password-2\"}"), "\(policy)")
    }
  }

  /// The second name may be taken as well.
  @Test func theFirstFreeNameIsTaken() {
    var world = Self.world()
    world.files[Self.folder + "unifi-api-key-2"] = WrittenSecret("a-third", for: "https://192.168.9.3", "unifi").file
    world.files[Self.folder + "pihole-password-2"] = PretendHousehold.password()
    let run = world.run(Self.both)
    #expect(run.status == 77 && run.output.contains("'\(Self.folder)unifi-api-key-3'"), "\(run)")
    #expect(!run.output.contains("'\(Self.folder)pihole-password"), "that one is the Pi-hole's: \(run.output)")
  }

  /// Of two Pi-holes only the one whose usual credential is taken gets another; both are in the request that is printed,
  /// for they count in their order.
  @Test func ofTwoOneIsTaken() throws {
    var world = Self.world()
    world.files[PretendHousehold.keyFile] = PretendHousehold().key()
    world.files[Self.folder + "pihole-2-password"] = PretendHousehold.password(at: "http://192.168.1.3")
    let run = world.run(Self.both + ["--pihole", "192.168.1.3"])
    #expect(run.status == 77, "\(run)")
    let words = try #require(run.output.split(separator: "\n\n").last)
    #expect(!words.contains("--api-key"), "\(words)")
    let places = words.split(separator: "\n").filter { $0.contains("--password") }.map { $0.split(separator: " ")[1] }
    #expect(places == ["credential:pihole-password-2", "credential:pihole-2-password"], "\(words)")
  }

  /// Nor is a place taken that was named for another of them.
  @Test func aPlaceThatIsNamedForTheFirstIsNotFree() {
    var world = Self.world()
    world.files[Self.folder + "pihole-2-password"] = PretendHousehold.password(at: "http://192.168.9.2")
    let run = world.run(
      "init", "--pihole", "http://192.168.1.2", "--pihole", "http://192.168.1.3", "--password",
      "credential:pihole-2-password-2")
    #expect(run.status == 77, "\(run)")
    for name in ["pihole-2-password-2", "pihole-2-password-3"] {
      #expect(run.output.contains("'\(Self.folder)\(name)'"), "\(run.output)")
    }
  }

  /// Places count in the order of the systems.
  @Test func eachHasThePlaceThatWasNamedForIt() {
    let run = Self.world().run(
      "init", "--pihole", "http://192.168.1.2", "--pihole", "http://192.168.1.3", "--password", "credential:upstairs",
      "--password", "credential:downstairs")
    #expect(run.status == 77, "\(run)")
    for name in ["upstairs", "downstairs"] {
      #expect(run.output.contains("'\(Self.folder)\(name)'"), "\(run.output)")
    }
  }

  /// Whoever names a place may have it replaced, and is told.
  @Test func aPlaceThatSomebodyNamedIsToldToBeReplaced() {
    let world = Self.world()
    let run = world.run(Self.both + ["--api-key", "credential:unifi-api-key"])
    let flat = run.output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(run.status == 77 && flat.contains("the command below removes that secret"), "\(run)")
    #expect(flat.contains("'--api-key credential:NAME'"), "\(flat)")
    #expect(run.output.contains("'\(PretendHousehold.keyFile)'"), "\(run)")
    #expect(flat.components(separatedBy: "removes that secret").count == 2, "only there: \(flat)")
  }
}
