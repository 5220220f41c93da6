import Documents

/// Why a calendar beside a policy is not read.
enum CalendarFileMessages {
  static let tooManyTogether = Message(
    code: "calendar.size", "the calendars of the policy are larger than 16 MiB in total",
    hint: "keep the years and the events that are needed")

  static func noFolder(_ path: String) -> Message {
    badPath("a policy that comes through a pipe has no folder for '\(path)'", hint: "give the policy's path")
  }

  static func notFound(_ file: String) -> Message {
    badPath(
      "calendar '\(file)' not found", hint: "put it there, or write its path as it is from the folder of the policy")
  }

  static func leadsOut(_ path: String) -> Message {
    badPath("'\(path)' leads out of the folder of the policy", hint: "put the file itself there")
  }

  static func notAFile(_ file: String) -> Message { badPath("'\(file)' is not a file", hint: "name a calendar") }

  static func unreadable(_ file: String, _ reason: String) -> Message {
    badPath("'\(file)' cannot be read: \(reason)", hint: nil)
  }

  /// Whoever knows the address of a calendar can often read it, so it is not quoted.
  static let address = badPath(
    "this is an address, and a calendar is a file: a policy is what is in its folder",
    hint: "fetch the calendar into the folder, as docs/calendars.md shows, and name the file")

  static func beginsElsewhere(_ path: String) -> Message {
    badPath("'\(path)' does not begin in the folder of the policy", hint: "write something like calendars/school.ics")
  }

  static func notPlain(_ path: String) -> Message {
    badPath(
      "'\(path)' is not a plain path below the folder of the policy", hint: "write something like calendars/school.ics")
  }

  private static func badPath(_ text: String, hint: String?) -> Message {
    Message(code: "calendar.path", text, hint: hint)
  }
}
