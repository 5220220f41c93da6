import CivilTime
import HTTPTransport
import Hashing
import JSONTree
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

/// The signature of an action, byte by byte.
@Suite struct ProofTests {
  static let seed = Array<UInt8>(0..<32)

  @Test("the worked example of the reference") func vector() throws {
    let key = try #require(SigningKey(seed: Self.seed))
    #expect(Digest.base64url(key.publicKey) == "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg")
    let proof = ActionProof(
      nonce: Nonce(String(repeating: "A", count: 32), tokenID: "0123456789abcdef0123456789abcdef"),
      time: Instant(secondsSinceEpoch: 1_700_000_000), deviceID: "reconciler-01",
      body: Array(#"{"action":"door.open"}"#.utf8))
    #expect(
      String(decoding: proof.signedBytes, as: UTF8.self)
        == """
        POST
        /api/easy_control/action
        1700000000
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        0123456789abcdef0123456789abcdef
        reconciler-01
        9c245dac2bbf3eb8bcd0641e5b6183288a1f17ce3cafbae95d8ba08b67ed7de5
        """)
    #expect(
      Digest.hex(Digest.sha256(proof.signedBytes))
        == "0975edaed4c1aa7a45e14646ed50501e082f06cc3096aaff68ff73ab5e138729")
    let headers = proof.headers(signedWith: key).map { ($0.name, $0.shown) }
    #expect(headers[0].0 == "X-Easy-Control-Proof" && headers[1].0 == "X-Easy-Control-Proof-Signature")
    #expect(
      headers[0].1
        == "eyJib2R5X3NoYTI1NiI6IjljMjQ1ZGFjMmJiZjNlYjhiY2QwNjQxZTViNjE4MzI4OGExZjE3Y2UzY2FmYmFlOTVkOGJhMDhiNjdlZDdkZTUi"
        + "LCJkZXZpY2VfaWQiOiJyZWNvbmNpbGVyLTAxIiwianRpIjoiMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYiLCJtZXRob2QiOiJQ"
        + "T1NUIiwibm9uY2UiOiJBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQSIsInBhdGgiOiIvYXBpL2Vhc3lfY29udHJvbC9hY3Rpb24i"
        + "LCJ0cyI6MTcwMDAwMDAwMH0")
    #expect(
      headers[1].1 == "KogOOrfGfnEs9tbiqdxWyz0hFd-ADuZKdGm8BFjKsOLFN55vq5xepl_vn1MEeMfrg-Q1-XNmba7O3KYrlzFECw")
  }

  /// Each proof that a real server has accepted is made again, byte by byte.
  @Test(arguments: RecordedGuest.files) func signsAsRecorded(_ file: String) throws {
    let key = try #require(SigningKey(seed: Self.seed))
    for exchange in try RecordedGuest.exchanges(file) where exchange.isAcceptedAction {
      let recorded = try #require(exchange.proof)
      let proof = ActionProof(
        nonce: Nonce(recorded["nonce"]?.string ?? "", tokenID: recorded["jti"]?.string ?? ""),
        time: Instant(secondsSinceEpoch: Int64(recorded["ts"]?.int ?? 0)), deviceID: "reconciler-01",
        body: exchange.requestBody)
      let headers = proof.headers(signedWith: key).map(\.shown)
      let sent = ["X-Easy-Control-Proof", "X-Easy-Control-Proof-Signature"].map { exchange.requestHeaders[$0] }
      #expect(headers == sent, "\(exchange.name)")
    }
  }

  @Test("there are accepted proofs in the recordings") func areRecorded() throws {
    let all = try RecordedGuest.files.flatMap(RecordedGuest.exchanges)
    #expect(all.count { $0.isAcceptedAction } >= 20)
  }

  @Test(
    "what could end a line is no nonce",
    arguments: [
      #"{"nonce":"a\nb","jti":"c"}"#, #"{"nonce":"","jti":"c"}"#, #"{"nonce":"a","jti":"b c"}"#, #"{"nonce":"a"}"#,
    ])
  func isNoNonce(_ text: String) throws {
    #expect(Nonce(try JSONText(checking: Array(text.utf8), within: .small)) == nil)
  }
}

extension HeaderField {
  /// What goes over the wire.
  var shown: String? {
    switch value {
    case .plain(let text): text
    case .secret(let secret): secret.reveal { $0 }
    }
  }
}
