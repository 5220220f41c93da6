import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Testing

@testable import PiHole

@Suite struct RowAnswerTests {
  @Test(
    "what an answer to a write means",
    arguments: [
      ("groups", "create", "taken"),
      ("groups", "create duplicate", "complained 'UNIQUE constraint failed: group.name'"),
      ("groups", "PUT with name == same name", "taken"), ("groups", "rename of unknown group: silent no-op", "taken"),
      ("groups", "PUT without item", "unfit"), ("groups", "delete encoded", "taken"),
      ("groups", "delete unknown", "not there"),
      ("domains", "create", "taken"), ("domains", "create duplicate (POST)", "exists"),
      ("domains", "create with unknown group", "unknown group"),
      ("domains", "create with duplicate group ids", "complained 'UNIQUE constraint failed: \(membership)'"),
      ("domains", "batch", "exists"), ("domains", "space", "unfit"), ("domains", "PUT disable", "taken"),
      ("domains", "PUT unknown group", "unknown group"),
      ("domains", "PUT with type but no kind", "complained 'Field oldkind missing from request'"),
      ("domains", "DELETE", "taken"), ("domains", "DELETE again", "not there"),
      ("domains", "DELETE imprecise", "unfit"),
      ("domains-regex", "invalid regex '(unclosed'", "unfit"), ("domains-regex", "same regex duplicate", "exists"),
      ("lists", "put disable", "taken"), ("lists", "create without ?type", "unfit"),
      ("lists", "delete again", "not there"),
      ("lists", "duplicate", "complained 'UNIQUE constraint failed: adlist.address, adlist.type'"),
      ("verification", "write-locked: POST", "locked"), ("verification", "write-locked: PUT existing", "locked"),
      ("verification", "write-locked: PUT group", "locked"), ("verification", "write-locked: DELETE", "locked"),
      ("external-db-change", "write while gravity.db is locked", "locked"),
      ("external-db-change", "delete while gravity.db is locked", "locked"),
      ("errors", "PUT on domains unauthenticated", "refused: \(ProviderError.sessionRefused.message.text)"),
      ("errors", "unknown endpoint", "refused: \(ProviderError.noAPI.message.text)"),
      ("errors", "root", "refused: the Pi-hole does not allow this"),
      ("dns-failed", "set", "refused: the Pi-hole's resolver has failed"),
      ("dns-blocking", "initial", "lost: the Pi-hole's answer does not say what was done"),
    ])
  func answers(file: String, name: String, expected: String) throws {
    let response = try Recording.named(name, in: file).response
    let answer = RowAnswer(.success(response), from: Name("pihole"), quoting: .without([]))
    #expect(Self.words(answer) == expected)
  }

  private static let membership = "domainlist_by_group.domainlist_id, domainlist_by_group.group_id"

  private static func words(_ answer: RowAnswer) -> String {
    switch answer {
    case .taken: "taken"
    case .complained(.exists): "exists"
    case .complained(.unknownGroup): "unknown group"
    case .complained(let complaint): "complained \(complaint.words)"
    case .locked: "locked"
    case .notThere: "not there"
    case .unfit: "unfit"
    case .lost(let error): "lost: \(error.message.text)"
    case .refused(let error): "refused: \(error.message.text)"
    }
  }
}
