public import Policies

extension ObjectKind {
  /// The blocking of the whole Pi-hole.
  public static let blocking = ObjectKind("blocking", isWhole: true)
  /// A group of clients.
  public static let group = ObjectKind("group")
  /// A deny or allow entry.
  public static let domain = ObjectKind("domain")
  /// A subscribed list.
  public static let list = ObjectKind("list")
}

extension SystemKind {
  /// A Pi-hole v6.
  public static let pihole = SystemKind(
    name: "pihole", title: "Pi-hole", noun: "Pi-hole", supported: " v6",
    settings: [
      SystemSetting(
        "password", .secret(isRequired: false, example: "{credential: pihole-password}"),
        KeyHelp("Password", "Where the Pi-hole's (app) password is. Not needed if it has none.")),
      SystemSetting(
        pauseLimit, .duration(usual: 7200, range: 0...2_592_000),
        KeyHelp(
          "Pause limit", "A pause that somebody made is left alone up to this long, at most 30d; 2h unless given.",
          examples: [.text("2h"), .text("1h30m")])),
    ],
    selectors: [groups, lists, domains],
    ownTarget: SelectorKind(
      "blocking", .blocking, one: "blocking", .whole(pauseLimit: pauseLimit), states: .activePaused,
      carriesSystem: true,
      help: KeyHelp("Blocking", "The whole blocking of a Pi-hole.")),
    plaintext: .privateAddresses(hint: plaintextHint),
    substitutes: [
      .init(
        "devices", hint: recipe(denying: "\"regex:.*|TARGET\""),
        narrowed: [
          ("apps", noTraffic("apps")), ("app-categories", noTraffic("app-categories")),
          ("sites", recipe(denying: "NARROWED")),
        ])
    ],
    // It answers at ports for http and for https, both of which its owner may move.
    isOneOfItsHost: true)

  /// What stops the names `entries` for devices on a Pi-hole. What stops every name is `.*|` and the name of the target: an
  /// entry belongs to one target, so that one text for all of them would do for none.
  private static func recipe(denying entries: String) -> String {
    "on the Pi-hole make a group 'TARGET', make MEMBERS its clients, and write 'TARGET: {system: SYSTEM, "
      + "domains: {deny: [\(entries)], groups: [TARGET]}}' instead of this line; that does not stop a device "
      + "that uses another DNS server"
  }

  private static func noTraffic(_ key: String) -> String {
    "a Pi-hole sees names only, so it cannot tell what belongs to '\(key)'; name what to block as "
      + "'sites', and leave '\(key)' out"
  }

  private static let pauseLimit = "pause-limit"

  private static let groups = SelectorKind(
    "groups", .group, one: "group",
    .names(
      .init(
        needsWhenOff: true,
        refusals: [
          dots,
          // Switching the group 0 would take the filter from every client that is in no group of its own.
          .init(
            ["default"], .targetDefaultGroup,
            "the group 'Default' cannot be a target: it contains every client that is in no other group",
            hint: "make a separate group for the devices you mean",
            schemaPattern: "^[Dd][Ee][Ff][Aa][Uu][Ll][Tt]$"),
        ])),
    renumbers: true,
    help: KeyHelp(
      "Groups", "Groups of a Pi-hole, except 'Default'. 'when-off' says what off means for them.",
      examples: [.list(["no-youtube"])]))

  private static let lists = SelectorKind(
    "lists", .list, one: "list", .names(.init(needsWhenOff: true, noun: "list", refusals: [dots])),
    help: KeyHelp(
      "Lists", "Subscribed lists of a Pi-hole. 'when-off' says what off means for them.",
      examples: [.list(["https://example.com/list.txt"])]))

  private static let domains = SelectorKind(
    "domains", .domain, one: "domain entry",
    .entries(
      .init(
        group: .group, usualGroup: "Default",
        groupsHelp: KeyHelp(
          "Groups", "The Pi-hole groups that the entries are for; 'Default' unless given.", examples: [.list(["kids"])]),
        refusals: [.init([".", ".."], .objectDots, dotsMessage, hint: "write 'regex:^NAME' for the same")],
        most: Table.mostOwnEntries, insteadOfMany: insteadOfManyEntries)),
    blocks: true,
    help: KeyHelp(
      "Domains", "Deny or allow entries of a Pi-hole that this file owns. Off: they cannot be reached."))

  private static let dots = SelectorKind.NameRefusal(
    [".", ".."], .objectDots, dotsMessage, hint: "give it another name in the Pi-hole")
  private static let dotsMessage =
    "'NAME' cannot be switched: in the path of a request to the Pi-hole, it means another place"

  static let insteadOfManyEntries = "put thousands of domains in a subscribed list, which blocks them as well"

  /// What to do about a Pi-hole over plain `http`, in the words of everybody who speaks of it: the file's check, a run
  /// and the doctor.
  ///
  /// Its own certificate lasts 47 days and is renewed with another key (measured with FTL 6.4.1), so that a pin of it
  /// breaks again and again: `https` is better only with a certificate of one's own.
  private static let plaintextHint =
    "keep it so in your own network; for https, give the Pi-hole your own certificate ('webserver.tls.validity' 0): "
    + "the one it makes gets a new key about every 45 days"
}
