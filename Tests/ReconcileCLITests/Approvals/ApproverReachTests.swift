import JSONTree
import Secrets
import TestSupport
import Testing

@testable import Host
@testable import ReconcileCLI

/// Whether approvers can be told and can agree, as `doctor` and `people` say it.
@Suite struct ApproverReachTests {
  private static let both = "anna: {command: /bin/sesame}\nben: {ntfy: 'https://ntfy.example/sesame'}\n"

  /// What `doctor` says of people, by code, and everything that it printed.
  private static func doctor(_ scene: RequestScene, isClosed: Bool = false) throws -> (codes: [String], shown: String) {
    let world = scene.world()
    let (output, error) = (Written(), Written())
    var environment = world.environment(output, error)
    if isClosed { environment = closed(environment) }
    _ = Reconcile.run(["doctor", "household.yaml", "--format", "json"], environment)
    let json = try JSON(parsing: Array(output.text.utf8))
    let codes = (json["warnings"]?.elements ?? []).compactMap { $0["code"]?.string }
    #expect(!output.text.contains("sesame") && !error.text.contains("sesame"), "\(output.text)\(error.text)")
    return (codes.filter { $0.hasPrefix("approver.") }, output.text)
  }

  /// As an ordinary user finds the file.
  private static func closed(_ environment: Environment) -> Environment {
    var environment = environment
    let secrets = environment.secrets
    environment.secrets = SecretContext(
      variable: secrets.variable,
      file: { $0 == "/etc/reconcile/people.yaml" ? .failure(.denied) : secrets.file($0, $1) },
      runningUser: secrets.runningUser, folderFlaw: secrets.folderFlaw)
    return environment
  }

  @Test(
    arguments: [
      (both, []), ("", ["approver.unreachable", "approver.unreachable"]),
      ("anna: {command: /bin/sesame}\n", ["approver.unreachable"]),
      (both + "emma: {command: /bin/sesame}\n", []),
      (both + "bem: {command: /bin/sesame}\n", ["approver.stranger"]),
      (
        both + "bem: {command: /bin/sesame}\ncarl: {command: /bin/sesame}\n",
        ["approver.stranger", "approver.stranger"]
      ),
      ("bem: {command: /bin/sesame}\nanna: {command: /bin/sesame}\n", ["approver.unreachable", "approver.stranger"]),
      (both + "emma: {nonsense: 5}\n", ["approver.file"]),
    ] as [(String, [String])]) func doctorSaysWhoCannotAgree(_ people: String, _ codes: [String]) throws
  {
    let found = try Self.doctor(RequestScene(people: people))
    #expect(found.codes == codes, "\(found)")
  }

  @Test func whatIsSaidHelps() {
    let run = RequestScene(people: "bem: {command: /bin/sesame}\n").run("doctor household.yaml")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("'anna' guards 'kids' and 'phone', but has neither an address nor a PIN"), "\(words)")
    #expect(words.contains("or have 'anna' run 'reconcile people pin anna --policy household.yaml'"), "\(words)")
    #expect(words.contains("names 'bem', who is not in the policy") && words.contains("did you mean 'ben'?"))
  }

  @Test func theFileThatWasReadIsNamed() {
    var world = RequestScene(people: "").world()
    world.variables["RECONCILE_PEOPLE"] = "/home/anna/people.yaml"
    for (text, words) in [
      ("bem: {command: /bin/sesame}\n", "'/home/anna/people.yaml' names 'bem'"),
      ("bem: {command: /bin/sesame}\n", "write the address of 'anna' in '/home/anna/people.yaml'"),
      ("nonsense\n", "'/home/anna/people.yaml' cannot be used"),
    ] {
      world.files["/home/anna/people.yaml"] = text
      let run = world.run(["doctor", "household.yaml"])
      #expect(run.output.unwrapped.contains(words) && !run.output.contains("/etc/reconcile/people.yaml"), "\(run)")
    }
  }

  @Test func aPINIsEnough() throws {
    let scene = RequestScene(people: "ben: {command: /bin/sesame}\n")
    #expect(try Self.doctor(scene).codes == ["approver.unreachable"])
    _ = scene.run("people pin anna", as: "anna", typing: ["40917723", "40917723"])
    #expect(try Self.doctor(scene).codes.isEmpty)
  }

  @Test func withoutGuardsNobodyHasToBeTold() throws {
    let scene = RequestScene(people: "")
    scene.edit(", guard: {approve: [anna, ben]}", "")
    scene.edit(", guard: {approve: anna}", "")
    #expect(try Self.doctor(scene).codes.isEmpty)
    #expect(try Self.doctor(scene, isClosed: true).codes.isEmpty)
  }

  @Test func whoMayNotReadTheFileIsToldSo() throws {
    let scene = RequestScene(people: Self.both)
    let found = try Self.doctor(scene, isClosed: true)
    #expect(found.codes == ["approver.unknown"] && found.shown.contains("sudo reconcile doctor"), "\(found)")
    let (output, error) = (Written(), Written())
    let status = Reconcile.run(["people"], Self.closed(scene.world().environment(output, error)))
    #expect(status == 0 && error.text.isEmpty, "that it is closed is as it should be: \(error.text)")
    #expect(output.text.contains("anna  guards kids and phone · how they are notified is unknown · no PIN"))
  }

  @Test func peopleAreListedWithoutWhatIsNobodysBusiness() {
    let run = RequestScene(people: Self.both).run("people")
    #expect(run.output.contains("anna  guards kids and phone · notified by a command · no PIN"), "\(run)")
    #expect(run.output.contains("ben   guards kids · notified by ntfy · no PIN"))
    #expect(run.output.contains("emma  guards nothing · no address · no PIN"))
    #expect(!run.output.contains("sesame") && !run.output.contains("ntfy.example"))
    let broken = RequestScene(people: "anna: {nonsense: 5}\n").run("people")
    #expect(broken.status == 0 && broken.error.contains("people.yaml:1"), "\(broken)")
    #expect(broken.output.contains("how they are notified is unknown"))
  }
}
