import Simulator

/// Databases that are held by others, or were never opened.
enum GravityFaults {
  static let stories: [GravityStory] = [
    GravityStory(
      "a write lock lets through what reads",
      [
        (#"POST groups {"name":["a","b"]}"#, "201 !a: database is locked, !b: database is locked"),
        (#"PUT groups/Default {"enabled":false}"#, "200 Default 'The default group' !Default: database is locked"),
        ("GET groups", "200 Default 'The default group'"),
        ("DELETE groups/none", "400 database_error: Could not remove entries from table (database is locked)"),
        (
          #"POST groups:batchDelete [{"item":"none"}]"#,
          "400 database_error: Could not remove entries from table (database is locked)"
        ),
      ], setting: { $0.lock = GravityLock(.write) }),
    GravityStory(
      "an exclusive lock lets nothing through",
      [
        ("GET lists", "400 database_error: Could not read from gravity database (database is locked)"),
        (
          #"POST groups {"name":"a"}"#,
          "400 database_error: Could not read from gravity database (database is locked)"
        ),
        ("PUT groups/Default {}", "400 database_error: Could not read from gravity database (database is locked)"),
        ("GET dns/blocking", "200"),
        (
          #"POST groups {"name":""}"#,
          #"400 bad_request: Invalid request: No valid "name" in payload (must be either string or array)"#
        ),
      ], setting: { $0.lock = GravityLock(.exclusive) }),
    GravityStory(
      "a lock for two requests",
      [
        ("GET dns/blocking", "200"), (#"POST groups {"name":"a"}"#, "201 !a: database is locked"),
        ("GET groups", "200 Default 'The default group'"), (#"POST groups {"name":"a"}"#, "201 a"),
      ], setting: { $0.lock = GravityLock(.write, .requests(2)) }),
    GravityStory(
      "a lock for ten seconds",
      [
        (#"POST groups {"name":"a"}"#, "201 !a: database is locked"), ("+9.9", ""),
        (#"POST groups {"name":"a"}"#, "201 !a: database is locked"), ("+0.1", ""),
        (#"POST groups {"name":"a"}"#, "201 a"),
      ], setting: { $0.lock = GravityLock(.write, .until(PiHoleTests.now + 10)) }),
    GravityStory(
      "no database without a resolver",
      [
        ("GET domains", "400 database_error: Could not read domains from database table (Database not available)"),
        (
          #"POST groups {"name":"a"}"#,
          "400 database_error: Could not read domains from database table (Database not available)"
        ),
        ("DELETE groups/a", "400 database_error: Could not remove entries from table (Database not available)"),
        (#"POST dns/blocking {"blocking":false}"#, "500 dns_failure: DNS resolver is not running"),
      ], setting: { $0.resolverHasFailed = true }),
  ]
}
