import Approvals
import Overrides
import Policies
import Testing

/// Who proves to be somebody, and what that person alone may allow.
@Suite struct ApproverProofTests {
  private static func need(_ approvers: String..., all: Bool = false) -> ApprovalNeed {
    ApprovalNeed(approvers: approvers.map { Name($0) }, needsAll: all)
  }

  @Test(
    "whose word is enough, who needs others, and who has no say",
    arguments: [
      ("anna", [need("anna")], nil), ("anna", [], nil), ("ben", [], nil), ("anna", [need("anna", "ben")], nil),
      ("anna", [need("anna", "ben", all: true)], "ben must agree as well"),
      ("anna", [need("anna"), need("ben")], "ben must agree as well"),
      ("emma", [need("anna")], "'emma' cannot approve this"),
      ("emma", [need("anna"), need("ben")], "'emma' cannot approve this"),
    ] as [(String, [ApprovalNeed], String?)])
  func isEnough(_ person: String, _ needs: [ApprovalNeed], _ refusal: String?) {
    #expect(ApproverProof(ofSession: Name(person)).refusal(for: needs)?.message == refusal)
  }
}
