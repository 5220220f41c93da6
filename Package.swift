// swift-tools-version: 6.2
import PackageDescription

/// One constant, so that no target is stricter or laxer than its neighbour.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Nothing of the program may look for texts by the module of regular expressions: a single call links a megabyte.
/// `Text` has what is needed.
let withoutRegexes: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
]

/// Optimized in debug builds, too: these compute most of what the tests compute, and the suite takes little more than half
/// the time.
let busy = [
  "Calendars", "CivilTime", "Controller", "Documents", "Hashing", "JSONTree", "LibYAML", "Planning", "Policies",
  "PoliciesTests", "Presentation", "Providers", "SimulatedLife", "Simulator", "StateStore", "TestSupport", "Text",
  "UniFi",
]

/// What the target `name` is optimized with.
func speed(_ name: String) -> [SwiftSetting] {
  busy.contains(name) ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
}

/// A module of ours. What it may import is the list of its dependencies, which `make lint` checks.
func module(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: strict + withoutRegexes + speed(name))
}

/// The tests of one module. `TestSupport` comes with every one of them.
func tests(_ name: String, _ dependencies: [String]) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: (dependencies + ["TestSupport"]).map { .init(stringLiteral: $0) },
    swiftSettings: strict + speed(name + "Tests"))
}

/// Programs that are no part of the product and are built only when asked for: `make bench`, `make test-live`,
/// `make simulate` and `make fuzz` set these variables. A fuzzer has no `main` of its own and links only with `--sanitize=fuzzer`.
let extras: [Target] =
  (Context.environment["RECONCILE_BENCH"] == "1"
    ? [
      .executableTarget(
        name: "reconcile-bench",
        dependencies: ["Calendars", "LibYAML", "Policies", "CivilTime", "Documents", "UniFi", "PiHole"],
        exclude: ["Rivals"], swiftSettings: strict)
    ] : [])
  + (Context.environment["RECONCILE_LIVE"] == "1"
    ? [
      .executableTarget(
        name: "reconcile-live",
        dependencies: [
          "HTTPTransport", "JSONTree", "CivilTime", "Policies", "Providers", "Planning", "UniFi", "PiHole",
        ],
        swiftSettings: strict)
    ] : [])
  + (Context.environment["RECONCILE_SIMULATE"] == "1"
    ? [.executableTarget(name: "reconcile-simulate", dependencies: ["SimulatedLife"], swiftSettings: strict)] : [])
  + (Context.environment["RECONCILE_FUZZ"] == "1"
    ? [
      "yaml", "sentence", "json", "http", "unifi-answer", "pihole-answer", "home-assistant-answer",
      "easy-control-answer", "builderos-answer", "state", "forged", "calendar",
    ].map { .executableTarget(name: "fuzz-" + $0, dependencies: ["ReadingLaws"], swiftSettings: strict) } : [])

let package = Package(
  name: "reconcile",
  products: [
    .executable(name: "reconcile", targets: ["reconcile"]),
    .executable(name: "reconcile-simulator", targets: ["reconcile-simulator"]),
  ],
  targets: [
    // C libraries of the system.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),

    // Pure: values only.
    module("Text"),
    module("Documents", ["Text"]),
    module("CivilTime"),
    module("Policies", ["Documents", "CivilTime", "JSONTree", "Text"]),
    module("Providers", ["Policies", "CivilTime", "Documents", "HTTPTransport", "JSONTree", "Text"]),
    module("Planning", ["Providers", "Policies", "Documents", "CivilTime", "Text"]),
    module(
      "Presentation",
      ["Planning", "Providers", "Policies", "Documents", "CivilTime", "JSONTree", "Text"]),
    module("JSONTree"),
    module("Approvals", ["Policies", "Documents", "CivilTime", "HTTPTransport", "Text"]),
    .target(
      name: "Page",
      dependencies: ["Approvals", "Planning", "Presentation", "Providers", "Policies", "CivilTime", "Text"],
      resources: [.embedInCode("Resources")], swiftSettings: strict + withoutRegexes),

    // Effects: one small module each.
    module("Hashing", ["CSodium"]),
    module("LibYAML", ["CYAML", "Documents", "Text"]),
    module("Calendars", ["CICal", "Policies", "CivilTime", "Documents", "Text"]),
    module("HTTPTransport", ["CCurl", "Hashing", "CivilTime"]),
    module("FileAccess", ["CLinux", "Documents", "Text"]),
    module("Secrets", ["HTTPTransport", "Policies", "FileAccess", "Documents", "Text"]),
    module("UniFi", ["Providers", "Policies", "CivilTime", "Documents", "HTTPTransport", "JSONTree", "Text"]),
    module("PiHole", ["Providers", "Policies", "CivilTime", "Documents", "HTTPTransport", "JSONTree", "Text"]),
    module(
      "HomeAssistant",
      ["Providers", "Policies", "CivilTime", "Documents", "HTTPTransport", "Hashing", "JSONTree", "Text"]),
    module("BuilderOS", ["Providers", "Policies", "Documents", "HTTPTransport", "JSONTree", "Text"]),
    module(
      "EasyControl",
      ["Providers", "Policies", "CivilTime", "Documents", "HTTPTransport", "Hashing", "JSONTree", "Text"]),
    module(
      "StateStore",
      [
        "Approvals", "CSQLite", "Hashing", "Providers", "Planning", "Policies", "CivilTime", "JSONTree", "FileAccess",
        "Text",
      ]),

    // The program, from the machine that it runs on up to its command line.
    module(
      "Host",
      [
        "CLinux", "CWatchdog", "Approvals", "FileAccess", "HTTPTransport", "Hashing", "Secrets", "Providers",
        "Policies",
        "Documents", "CivilTime", "Text",
      ]),
    module(
      "Controller",
      [
        "Host", "Approvals", "Calendars", "Presentation", "StateStore", "Secrets", "LibYAML", "Hashing",
        "HTTPTransport",
        "Planning", "Providers", "Policies", "Documents", "CivilTime", "JSONTree", "Text",
      ]),
    module(
      "Doctor",
      [
        "Controller", "Host", "Presentation", "Secrets", "Hashing", "HTTPTransport", "Planning", "Providers",
        "Policies", "Documents", "CivilTime", "JSONTree", "Text",
      ]),
    module(
      "Overrides",
      [
        "Controller", "Host", "Presentation", "StateStore", "Approvals", "Secrets", "Hashing", "HTTPTransport",
        "Planning", "Policies", "Documents", "CivilTime", "Text",
      ]),
    module(
      "PageServer",
      [
        "CPageServer", "Page", "Overrides", "Controller", "Host", "Presentation", "StateStore", "Approvals", "Hashing",
        "Planning", "Policies", "CivilTime", "JSONTree", "Text",
      ]),
    module(
      "ReconcileCLI",
      [
        "PageServer",
        "CQREncode", "Doctor", "Overrides", "Controller", "Host", "Presentation", "UniFi", "PiHole", "HomeAssistant",
        "EasyControl",
        "BuilderOS",
        "StateStore", "Approvals", "Secrets", "Hashing", "HTTPTransport", "Planning", "Providers", "Policies",
        "Documents", "CivilTime",
        "JSONTree", "Text",
      ]),
    .target(name: "CCommandLine"),
    .target(name: "CWatchdog"),
    // Not linked with libcurl, which it loads when it is needed.
    .target(name: "CCurl"),
    // Nor with libical.
    .target(name: "CICal"),
    // Nor with libqrencode.
    .target(name: "CQREncode"),
    // Nor with libmicrohttpd.
    .target(name: "CPageServer"),
    .executableTarget(
      name: "reconcile", dependencies: ["ReconcileCLI", "Host", "CCommandLine"],
      swiftSettings: strict + withoutRegexes),

    // Pretend systems. They share no code with the providers: a shared mistake would cancel out.
    .target(
      name: "Simulator", dependencies: ["CMicroHTTPD", "CSodium"], swiftSettings: strict + speed("Simulator")),
    .executableTarget(
      name: "reconcile-simulator", dependencies: ["Simulator", "CCommandLine"], swiftSettings: strict),

    // Tests.
    // In tests only: with the runtime linked statically nothing can stand before its functions.
    .target(name: "CSteps", path: "Tests/CSteps"),
    .target(name: "Steps", dependencies: ["CSteps"], path: "Tests/Steps", swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "Host", "Secrets", "Providers", "Planning", "Policies", "CivilTime", "HTTPTransport", "Simulator", "Documents",
        "UniFi", "PiHole", "HomeAssistant", "EasyControl", "BuilderOS", "JSONTree",
      ],
      path: "Tests/TestSupport", exclude: ["README.md"], swiftSettings: strict + speed("TestSupport")),
    .target(
      name: "ReadingLaws",
      dependencies: [
        "Calendars", "LibYAML", "Policies", "Documents", "CivilTime", "JSONTree", "Providers", "Planning",
        "HTTPTransport", "Hashing", "UniFi", "PiHole", "HomeAssistant", "EasyControl", "BuilderOS", "StateStore",
        "Approvals", "Simulator",
        "TestSupport", "CSQLite",
      ],
      path: "Tests/ReadingLaws", swiftSettings: strict),
    .target(
      name: "SimulatedLife",
      dependencies: [
        "TestSupport", "ReconcileCLI", "Host", "Approvals", "Providers", "Planning", "Policies", "StateStore",
        "Secrets",
        "CivilTime", "HTTPTransport", "Hashing", "Simulator", "Text", "CSQLite",
      ],
      path: "Tests/SimulatedLife", swiftSettings: strict + speed("SimulatedLife")),
    tests(
      "SimulatedLife",
      ["SimulatedLife", "Approvals", "StateStore", "Providers", "Planning", "Policies", "CivilTime", "UniFi"]),
    tests("ReadingLaws", ["ReadingLaws"]),
    tests("Documents", ["Documents", "Text", "Steps"]),
    tests("LibYAML", ["LibYAML", "Documents", "ReadingLaws"]),
    tests("CivilTime", ["CivilTime"]),
    tests("Calendars", ["Calendars", "Policies", "CivilTime", "Documents", "JSONTree"]),
    tests("Hashing", ["Hashing"]),
    tests(
      "Policies",
      [
        "Calendars", "Policies", "Planning", "Documents", "CivilTime", "LibYAML", "UniFi", "PiHole", "HomeAssistant",
        "EasyControl", "Steps",
      ]),
    tests(
      "Planning",
      [
        "Planning", "Controller", "Host", "Providers", "Policies", "Documents", "CivilTime", "Steps", "Text", "UniFi",
        "PiHole",
      ]),
    tests(
      "Controller",
      [
        "Controller", "Host", "Presentation", "StateStore", "Planning", "Providers", "Policies", "Documents",
        "CivilTime",
        "PiHole",
      ]),
    tests(
      "Doctor",
      [
        "Doctor", "Host", "Planning", "Providers", "Policies", "Documents", "CivilTime", "HTTPTransport", "UniFi",
        "PiHole",
      ]),
    tests("JSONTree", ["JSONTree"]),
    tests("Approvals", ["Approvals", "Policies", "Documents", "CivilTime", "Hashing", "HTTPTransport"]),
    tests("Text", ["Text"]),
    tests(
      "Page",
      ["Page", "Approvals", "LibYAML", "Planning", "Providers", "Policies", "Documents", "CivilTime", "Text", "UniFi"]),
    tests("PageServer", ["PageServer", "CPageServer", "CivilTime", "Controller", "Overrides", "Page", "Policies"]),
    tests("HTTPTransport", ["HTTPTransport", "CCurl", "Simulator"]),
    tests("FileAccess", ["FileAccess"]),
    tests("Secrets", ["Secrets", "HTTPTransport", "Policies", "Documents", "UniFi", "PiHole"]),
    tests(
      "UniFi",
      [
        "UniFi", "Providers", "Planning", "Policies", "Documents", "CivilTime", "HTTPTransport", "JSONTree",
        "Simulator",
        // Whose objects a console does not have.
        "PiHole",
      ]),
    tests(
      "PiHole",
      [
        "PiHole", "Providers", "Planning", "Policies", "Documents", "CivilTime", "HTTPTransport", "JSONTree",
        "Simulator", "Steps",
        // Whose objects a Pi-hole does not have.
        "UniFi",
      ]),
    tests(
      "HomeAssistant",
      [
        "HomeAssistant", "Providers", "Policies", "CivilTime", "Documents", "HTTPTransport",
        "Simulator",
      ]),
    tests(
      "BuilderOS",
      [
        "BuilderOS", "Providers", "Policies", "CivilTime", "Documents", "HTTPTransport", "JSONTree",
        "Simulator",
      ]),
    tests(
      "EasyControl",
      [
        "EasyControl", "Providers", "Policies", "CivilTime", "Documents", "HTTPTransport", "Hashing",
        "JSONTree", "Simulator",
      ]),
    tests(
      "StateStore",
      [
        "StateStore", "Approvals", "CSQLite", "Providers", "Planning", "Policies", "CivilTime", "UniFi", "PiHole",
      ]),
    tests("Simulator", ["Simulator", "CSodium"]),
    tests(
      "ReconcileCLI",
      [
        "ReconcileCLI", "Page", "PageServer", "Approvals", "Overrides", "Doctor", "Controller", "Presentation", "Host",
        "Simulator", "Providers",
        "Planning",
        "Policies", "CivilTime", "HTTPTransport", "JSONTree", "Secrets", "Documents", "StateStore", "Text", "UniFi",
        "PiHole", "HomeAssistant", "EasyControl", "BuilderOS", "Calendars", "LibYAML", "Steps",
        // No modules, but the programs that some tests start.
        "reconcile", "reconcile-simulator",
      ]),
  ] + extras,
  swiftLanguageModes: [.v6]
)
