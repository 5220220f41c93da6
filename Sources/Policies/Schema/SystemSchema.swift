import JSONTree

/// The schema of one entry of `systems`.
struct SystemSchema {
  let kinds: SystemKinds

  init(_ kinds: SystemKinds) { self.kinds = kinds }

  var schema: Schema {
    Schema.map(
      PolicyKey.System.allCases.map { ($0.rawValue, system($0)) } + kinds.settingKeys.map { ($0, setting($0)) },
      required: [PolicyKey.System.kind, .url].map(\.rawValue)
    )
    .with("allOf", kinds.all.map(rule) + [Self.noTrustWithoutTLS])
    .called("A system", "Where things are switched: \(kinds.choice).")
  }

  /// What one kind needs, and what belongs to the others.
  private func rule(_ kind: SystemKind) -> Schema {
    let own = kind.settings.map(\.key)
    let others = kinds.settingKeys.filter { !own.contains($0) }
    let isKind = Schema()
      .with("properties", .object([.init("kind", Schema().with("const", .string(kind.name)).json)]))
      .requiring([PolicyKey.System.kind])
    let required = kind.settings.filter(\.isRequired).map(\.key)
    return Schema().when(
      isKind, then: (required.isEmpty ? Schema.anything : .anything.requiring(required)).refusing(others))
  }

  /// What comes after a key that only some kinds have.
  private func setting(_ key: String) -> Schema {
    let settings = kinds.all.flatMap(\.settings).filter { $0.key == key }
    let any = Schema.any(of: settings.map(Self.setting))
    guard settings.count > 1 else { return any }
    // What an editor shows before it knows which kind it is.
    return any.called(KeyHelp(settings[0].help.title, settings.map(\.help.description).joined(separator: " ")))
  }

  private static func setting(_ setting: SystemSetting) -> Schema {
    switch setting.form {
    case .secret: Schema.reference(.secret).called(setting.help)
    case .text: Schema.text.called(setting.help)
    case .texts: Schema.list(of: .text).called(setting.help)
    case .flag: Schema.flag.called(setting.help)
    case .duration: duration.called(setting.help)
    }
  }

  private static let noTrustWithoutTLS = Schema().when(
    Schema()
      .with("properties", .object([.init("url", Schema().with("pattern", .string(SchemaPattern.plainURL)).json)]))
      .requiring([PolicyKey.System.url]),
    then: Schema().refusing([PolicyKey.System.tls]))

  private func system(_ key: PolicyKey.System) -> Schema {
    switch key {
    case .kind:
      Schema().with("enum", .strings(kinds.names)).called("Kind", "What answers at the address: \(kinds.choice).")
    case .url:
      Schema.text(SchemaPattern.url, "http:// or https://, a host, and only a port and a path after it")
        .called(
          "Address", "Where the system answers: scheme, host, port, path. No user, query or fragment.",
          examples: "https://192.168.1.1", "http://pi.hole", "https://pi.hole:8443")
    case .tls:
      Schema.map(PolicyKey.Trust.self, Self.trust).requiringOne(of: PolicyKey.Trust.allCases)
        .called("Certificate", "How the certificate is checked; by the machine's trust store unless given.")
    case .timeout:
      Self.duration.called(
        "Timeout", "How long one request may take, 1s to 10m; 10s unless given.", examples: "10s", "1m")
    case .plaintext:
      Schema.flag.called(
        "Plain text", "Allows a secret to be sent over http. It takes effect only if the secret allows it, too.")
    }
  }

  static let duration = Schema.text(
    SchemaPattern.duration, "a duration is written like 30s, 1h30m or 1d2h30m15s, in this order")

  // MARK: - Trust

  private static func trust(_ key: PolicyKey.Trust) -> Schema {
    switch key {
    case .pin:
      Schema.oneOrMore(.text(SchemaPattern.pins, "a pin is sha256// and 44 characters of Base64"))
        .called(
          "Pin",
          "The public key that the server must have, in curl's form; one or several. Nothing else is then checked.",
          examples: "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    case .ca:
      Schema.text("/.*", "the path of a PEM file, starting with /")
        .called("Authorities", "A PEM file with the trusted authorities.", examples: "/etc/ssl/home-ca.pem")
    case .insecure:
      Schema.flag.called("Insecure", "Accepts every certificate: anyone on the network can pretend to be this system.")
    }
  }

  // MARK: - Secrets

  static let secret = Schema.map(PolicyKey.Secret.self, secret).requiringOne(of: PolicyKey.Secret.allCases)
    .otherwise("never the secret itself: {credential: NAME}, {file: /PATH} or {env: NAME}")
    .called("A secret", "Where a secret is; never the secret itself.")

  private static func secret(_ key: PolicyKey.Secret) -> Schema {
    switch key {
    case .credential:
      Schema.text(SchemaPattern.credential, "letters, digits, _ . and -, at most 64")
        .called(
          "Credential",
          "A file of this name in $CREDENTIALS_DIRECTORY, /etc/reconcile/credentials or ~/.config/reconcile/credentials.",
          examples: "unifi-api-key", "pihole-password")
    case .file:
      Schema.text(SchemaPattern.absolutePath, "a path that starts with /")
        .called("File", "A regular file that only its owner can read.", examples: "/run/secrets/pihole")
    case .env:
      Schema.text(SchemaPattern.variable, "the name of an environment variable")
        .called("Environment variable", "The variable that contains the secret.", examples: "UNIFI_API_KEY")
    }
  }
}
