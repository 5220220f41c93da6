import Approvals
import CivilTime
import Policies
import Testing

@testable import Page

/// What is said of a request that has ended to whoever tries to decide about it.
@Suite struct RequestEndTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var approvedBy: [String] = []
    /// How it ended and by whom; nil where its time ran out.
    var end: (ApprovalRequest.Ending, by: String)?
    var people: [String]
  }

  @Test(arguments: [
    Row(testDescription: "one agreed", approvedBy: ["anna"], end: (.approved, "anna"), people: ["anna"]),
    Row(testDescription: "two agreed", approvedBy: ["anna", "ben"], end: (.approved, "ben"), people: ["anna", "ben"]),
    Row(testDescription: "nobody had to", end: (.approved, "anna"), people: ["anna"]),
    Row(testDescription: "one agreed, one did not", approvedBy: ["anna"], end: (.denied, "ben"), people: ["ben"]),
    Row(testDescription: "taken back", approvedBy: ["anna"], end: (.cancelled, "emma"), people: ["emma"]),
    Row(testDescription: "ran out", approvedBy: ["anna"], people: []),
  ])
  func whoEndedIt(_ row: Row) throws {
    var scene = try PageScene()
    scene.ask("kids", by: "emma", of: ["anna", "ben"])
    var request = scene.requests[0]
    request.approvedBy = row.approvedBy.map { Name($0) }
    #expect(RequestEnd(request, for: Name("anna"), at: scene.now) == nil, "it is open")
    if let end = row.end { request.end(end.0, at: scene.now + 60, by: end.by) }
    let later = request.expires
    for person in ["anna", "ben", "emma"] {
      let end = try requireValue(RequestEnd(request, for: Name(person), at: later))
      #expect(end.people == row.people && end.ending == (row.end?.0 ?? .expired), "\(person)")
      #expect(end.at == (row.end == nil ? request.expires : scene.now + 60))
    }
    #expect(RequestEnd(request, for: Name("omar"), at: later) == nil)
  }
}
