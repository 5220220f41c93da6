/// The requests that a dry run makes of some systems, as a configuration file for the `curl` program.
///
/// curl cannot take the session id out of a login's answer. So its reads carry an id that was got beforehand, its login
/// takes a seat that it never uses, and its logout names an id that is long gone: as many requests, of the same sizes.
struct CurlList {
  /// The site of the pretend consoles.
  private static let site = "88f7af54-98f8-306a-a1c7-c9349722b1f6"

  let pin: String
  /// The stages of the conversations: what a system is asked first, second and so on.
  private var stages: [[String]] = []

  init(pin: String) { self.pin = pin }

  /// The lists of rules, of so many pages.
  static func rules(pages: Int) -> [String] { (0..<pages).map { "acl-rules?offset=\($0 * 200)" } }

  /// What is read where a policy names devices, and nothing has to be looked up.
  static let ofDevices = ["firewall/policies?offset=0", "firewall/zones?offset=0", "networks?offset=0"]

  /// A console of whose site these lists are read.
  mutating func add(console port: Int, lists: [String]) {
    let base = "https://127.0.0.1:\(port)/proxy/network/integration/v1"
    let paths = lists.map { "/sites/\(Self.site)/\($0)&limit=200" }
    for (stage, path) in (["/info", "/sites?offset=0&limit=200"] + paths).enumerated() {
      add(
        at: min(stage, 2),
        """
        url = "\(base)\(path)"
        header = "X-API-KEY: \(BenchStreet.key)"
        insecure
        pinnedpubkey = "\(pin)"

        """)
    }
  }

  /// A Pi-hole on which a session with this id is open, and of which `paths` are read before its version.
  mutating func add(piHole port: Int, sid: String, reads paths: [String]) {
    let base = "http://127.0.0.1:\(port)/api"
    add(at: 0, Self.login(piHole: port))
    for (stage, path) in zip(1..., paths + ["/info/version"]) {
      add(at: stage, "url = \"\(base)\(path)\"\nheader = \"X-FTL-SID: \(sid)\"\n")
    }
    add(at: paths.count + 2, "url = \"\(base)/auth\"\nrequest = \"DELETE\"\nheader = \"X-FTL-SID: gone\"\n")
  }

  /// A Home Assistant of which so many entities are named that they are read at once.
  mutating func add(homeAssistant port: Int) {
    for (stage, path) in ["/config", "/states"].enumerated() {
      add(
        at: stage,
        "url = \"http://127.0.0.1:\(port)/api\(path)\"\nheader = \"Authorization: Bearer \(BenchStreet.token)\"\n")
    }
  }

  private mutating func add(at stage: Int, _ request: String) {
    while stages.count <= stage { stages.append([]) }
    stages[stage].append(request)
  }

  /// One after the other, or `width` at a time: then one stage of all systems after the other.
  func text(width: Int? = nil) -> String {
    let global = "silent\nstderr = \"/dev/null\"\n" + (width.map { "parallel\nparallel-max = \($0)\n" } ?? "")
    return global + stages.flatMap { $0 }.map { $0 + "output = \"/dev/null\"\n" }.joined(separator: "next\n")
  }

  /// The login, whose answer holds the session id.
  static func login(piHole port: Int) -> String {
    """
    url = "http://127.0.0.1:\(port)/api/auth"
    header = "Content-Type: application/json"
    data = "{\\"password\\":\\"\(BenchStreet.password)\\"}"

    """
  }
}
