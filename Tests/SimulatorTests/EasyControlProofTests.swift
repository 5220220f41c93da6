import Simulator
import Testing

/// The proof of an action: the seven lines that are signed, and every way to get one wrong.
struct EasyControlProofTests {
  typealias Guest = EasyControlGuest
  static let body: JSONValue = ["action": "door.open"]
  static let signature = "KogOOrfGfnEs9tbiqdxWyz0hFd-ADuZKdGm8BFjKsOLFN55vq5xepl_vn1MEeMfrg-Q1-XNmba7O3KYrlzFECw"
  static let proof =
    "eyJib2R5X3NoYTI1NiI6IjljMjQ1ZGFjMmJiZjNlYjhiY2QwNjQxZTViNjE4MzI4OGExZjE3Y2UzY2FmYmFlOTVkOGJhMDhiNjdlZDdkZTUiLCJk"
    + "ZXZpY2VfaWQiOiJyZWNvbmNpbGVyLTAxIiwianRpIjoiMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYiLCJtZXRob2QiOiJQT1NUIiwi"
    + "bm9uY2UiOiJBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQSIsInBhdGgiOiIvYXBpL2Vhc3lfY29udHJvbC9hY3Rpb24iLCJ0cyI6MTcw"
    + "MDAwMDAwMH0"

  /// A guest of contract 1 that has paired.
  static func guest(_ configure: (inout EasyControl) -> Void = { _ in }) -> Guest {
    var server = EasyControl(.v1, entities: ["lock.front_door": EasyControl.Entity("Front Door", state: "locked")])
    configure(&server)
    var guest = Guest(server)
    guest.pair(for: ["lock.front_door"])
    return guest
  }

  /// The worked example of the API's description, to the letter.
  @Test(arguments: [
    (proof, signature, "200"), (proof + "=", signature + "==", "200"),
    (proof, signature.replacing("Kog", with: "Koh"), "401 action_proof_invalid"),
    (proof, String(signature.dropLast(4)), "401 action_proof_invalid"),
  ])
  func takesTheWorkedExample(_ proof: String, _ signature: String, _ wanted: String) {
    var guest = Self.guest {
      $0.lineUp(.tokenID, "0123456789abcdef0123456789abcdef")
      $0.lineUp(.nonce, String(repeating: "A", count: 32))
    }
    #expect(guest.pairing("x")["device_public_key"] == "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg")
    let jkt = guest.server.claims(of: guest.token)?["cnf"]?["jkt"]
    #expect(jkt == "Vkdap1RjR0wChd9dvyvKtz2mUTWIOem3dIGy6rEHcIw")
    #expect(guest.nonce() == String(repeating: "A", count: 32))
    let request = guest.proven(Self.body, String(repeating: "A", count: 32))
    #expect(request.header("X-Easy-Control-Proof-Signature") == Self.signature)
    let answer = guest.ask(
      "POST", "action", Self.body, bearer: guest.token,
      [("X-Easy-Control-Proof", proof), ("X-Easy-Control-Proof-Signature", signature)])
    #expect(Guest.word(answer) == wanted)
    #expect(guest.server.timesDone("door.open") == (wanted == "200" ? 1 : 0))
  }

  struct Forgery: CustomTestStringConvertible, Sendable {
    var id: String
    var error = "401 action_proof_invalid"
    var forge: @Sendable (inout JSONValue) -> Void
    var testDescription: String { id }
  }

  static let forgeries: [Forgery] = [
    Forgery(id: "path") { $0["path"] = "/api/easy_control/action/" },
    Forgery(id: "method") { $0["method"] = "GET" },
    Forgery(id: "method in lower case", error: "200") { $0["method"] = "post" },
    Forgery(id: "token") { $0["jti"] = "0123456789abcdef0123456789abcdef" },
    Forgery(id: "device") { $0["device_id"] = "somebody" },
    Forgery(id: "body") { $0["body_sha256"] = .string(String(repeating: "0", count: 64)) },
    Forgery(id: "no nonce") { $0["nonce"] = nil },
    Forgery(id: "unknown nonce") { $0["nonce"] = "never given out" },
    Forgery(id: "no time") { $0["ts"] = nil },
    Forgery(id: "time as text") { $0["ts"] = "1700000000" },
    Forgery(id: "time with a fraction") { $0["ts"] = .number("1700000000.0") },
    Forgery(id: "time beyond all bounds") { $0["ts"] = .number("-9223372036854775808") }.skewed,
    Forgery(id: "31 s behind") { $0["ts"] = 1_699_999_969 }.skewed,
    Forgery(id: "31 s ahead") { $0["ts"] = 1_700_000_031 }.skewed,
    Forgery(id: "30 s behind", error: "200") { $0["ts"] = 1_699_999_970 },
    Forgery(id: "30 s ahead", error: "200") { $0["ts"] = 1_700_000_030 },
    Forgery(id: "more fields", error: "200") { $0["more"] = 1 },
  ]

  @Test(arguments: forgeries)
  func refuses(_ forgery: Forgery) {
    var guest = Self.guest()
    let nonce = guest.nonce()
    guest.forge = forgery.forge
    #expect(Guest.word(guest.send(guest.proven(Self.body, nonce))) == forgery.error)
    guest.forge = { _ in }
    let wanted = forgery.error == "200" ? "401 action_proof_replay" : "200"
    #expect(Guest.word(guest.send(guest.proven(Self.body, nonce))) == wanted, "only what is accepted uses the nonce up")
    #expect(guest.server.timesDone("door.open") == 1)
  }

  @Test func burnsTheNonceOfABadSignature() {
    var guest = Self.guest()
    let nonce = guest.nonce()
    var thief = Guest(guest.server, seed: Array(32..<64))
    (thief.token, thief.tokenID) = (guest.token, guest.tokenID)
    #expect(Guest.word(guest.send(thief.proven(Self.body, nonce))) == "401 action_proof_invalid")
    #expect(Guest.word(guest.send(guest.proven(Self.body, nonce))) == "401 action_proof_replay")
    #expect(guest.server.calls == [])
  }

  @Test func keepsNoncesApart() {
    var guest = Self.guest()
    let (first, second) = (guest.nonce(), guest.nonce())
    #expect(Guest.word(guest.send(guest.proven(Self.body, second))) == "200")
    #expect(Guest.word(guest.send(guest.proven(Self.body, first))) == "200")
    let third = guest.nonce()
    let old = guest
    guest.pair(for: ["lock.front_door"])
    #expect(Guest.word(guest.send(guest.proven(Self.body, third))) == "401 action_proof_replay", "of another token")
    #expect(guest.server.timesDone("door.open") == 2)
    #expect(old.tokenID != guest.tokenID)
  }

  /// A nonce that is over is told once, even where it was used.
  @Test(arguments: [true, false])
  func endsNonces(_ isUsed: Bool) {
    var guest = Self.guest()
    let nonce = guest.nonce()
    if isUsed { guest.send(guest.proven(Self.body, nonce)) }
    guest.now += 44
    if isUsed { #expect(Guest.word(guest.send(guest.proven(Self.body, nonce))) == "401 action_proof_replay") }
    guest.now += 1
    #expect(Guest.word(guest.send(guest.proven(Self.body, nonce))) == "401 action_nonce_expired")
    #expect(Guest.word(guest.send(guest.proven(Self.body, nonce))) == "401 action_proof_invalid")
    #expect(Guest.word(guest.act(Self.body)) == "200")
  }

  /// Nobody needs a proof who has paired without a key, unless the server says so.
  @Test(arguments: [(false, "200"), (true, "401 action_proof_required")])
  func needsNoProofWithoutAKey(_ isRequired: Bool, _ wanted: String) {
    var guest = Self.guest { $0.options.requiresProof = isRequired }
    guest.pair(for: ["lock.front_door"], withKey: false)
    #expect(Guest.word(guest.ask("POST", "action", Self.body, bearer: guest.token)) == wanted)
    #expect(Guest.word(guest.act(Self.body)) == (isRequired ? "401 action_proof_invalid" : "200"))
  }

  /// The field `Date` is how a guest finds out that the clocks differ.
  @Test func tellsItsClock() {
    var guest = Self.guest()
    guest.server.secondsAhead = 3000
    let answer = guest.act(Self.body)
    #expect(Guest.word(answer) == "401 action_proof_clock_skew")
    #expect(answer.header("Date") == "Tue, 14 Nov 2023 23:03:20 GMT")
  }
}

extension EasyControlProofTests.Forgery {
  /// The same with the clock to blame.
  var skewed: Self {
    var copy = self
    copy.error = "401 action_proof_clock_skew"
    return copy
  }
}
