/// The stable name of everything that can be wrong, or doubtful, in a policy file.
public enum DiagnosticCode: String, CaseIterable, Sendable {
  // Words and marks.
  case sentenceEmpty = "sentence.empty"
  case sentenceWord = "sentence.word"
  case sentenceUnexpected = "sentence.unexpected"
  case sentenceTarget = "sentence.target"
  case sentenceState = "sentence.state"
  case sentenceOnly = "sentence.only"
  case sentenceWish = "sentence.wish"
  case sentenceLanguage = "sentence.language"
  case sentenceAddress = "sentence.address"
  // What is done at a time.
  case edgeTime = "edge.time"
  case edgeTarget = "edge.target"
  case edgeGrace = "edge.grace"
  // Times.
  case timeForm = "time.form"
  case timeBareNumber = "time.bare-number"
  case timeRange = "time.range"
  case timeAlone = "time.alone"
  case timeEndOnly = "time.end-only"
  case timeOverDays = "time.over-days"
  case timeEndsAtMidnight = "time.ends-at-midnight"
  // Days.
  case dayEvery = "day.every"
  case dayRange = "day.range"
  case dayCycle = "day.cycle"
  case dayWeeksMeet = "day.weeks-meet"
  case dateForm = "date.form"
  case dateImpossible = "date.impossible"
  case dateRange = "date.range"
  case dateReversed = "date.reversed"
  case datePast = "date.past"
  // Clauses.
  case whenMixed = "when.mixed"
  case whenComma = "when.comma"
  case whenSeparator = "when.separator"
  case whenOrder = "when.order"
  case whenExcept = "when.except"
  // Schedules.
  case scheduleUnknown = "schedule.unknown"
  case scheduleTimes = "schedule.times"
  case scheduleCircle = "schedule.circle"
  case scheduleDepth = "schedule.depth"
  case scheduleUnused = "schedule.unused"
  // Calendars.
  case calendarForm = "calendar.form"
  case calendarDate = "calendar.date"
  case calendarRule = "calendar.rule"
  case calendarZone = "calendar.zone"
  case calendarSize = "calendar.size"
  case calendarPath = "calendar.path"
  case calendarBusy = "calendar.busy"
  case calendarSummary = "calendar.summary"
  case calendarEmpty = "calendar.empty"
  case calendarEnds = "calendar.ends"
  case calendarTwice = "calendar.twice"
  case windowEmpty = "window.empty"
  case windowNights = "window.nights"
  // Names.
  case nameForm = "name.form"
  case nameReserved = "name.reserved"
  case nameTwice = "name.twice"
  case personUnknown = "person.unknown"
  case deviceUnknown = "device.unknown"
  case deviceAddress = "device.address"
  case devicePrivate = "device.private"
  case deviceUnused = "device.unused"
  case systemClock = "system.clock"
  case systemTwice = "system.twice"
  // The file.
  case valueKind = "value.kind"
  case valueChoice = "value.choice"
  case valueNumber = "value.number"
  case valueText = "value.text"
  case valueEmpty = "value.empty"
  case keyUnknown = "key.unknown"
  case keyMissing = "key.missing"
  case keyTwice = "key.twice"
  case keyUnsuited = "key.unsuited"
  case keyExclusive = "key.exclusive"
  case durationForm = "duration.form"
  case ownerForm = "owner.form"
  case policyTooManyErrors = "policy.too-many-errors"
  case timezoneMissing = "timezone.missing"
  case timezoneUnknown = "timezone.unknown"
  case timezoneOld = "timezone.old"
  // Systems.
  case urlForm = "url.form"
  case urlUserInfo = "url.user-info"
  case urlPath = "url.path"
  case urlPlaintext = "url.plaintext"
  case tlsPin = "tls.pin"
  case tlsPlain = "tls.plain"
  case tlsInsecure = "tls.insecure"
  case secretLiteral = "secret.literal"
  case secretForm = "secret.form"
  // Targets.
  case targetSelector = "target.selector"
  case targetSystem = "target.system"
  case targetUnknown = "target.unknown"
  case targetCircle = "target.circle"
  case targetDepth = "target.depth"
  case targetState = "target.state"
  case targetPermission = "target.permission"
  case targetAction = "target.action"
  case actionOpens = "action.opens"
  case targetOtherwise = "target.otherwise"
  case targetEnforcement = "target.enforcement"
  case targetMixed = "target.mixed"
  case targetWhenOff = "target.when-off"
  case targetDefaultGroup = "target.default-group"
  case targetUnnamed = "target.unnamed"
  case targetInVain = "target.in-vain"
  case guardTarget = "guard.target"
  case objectPattern = "object.pattern"
  case objectDots = "object.dots"
  case objectDomain = "object.domain"
  case objectID = "object.id"
  case objectShared = "object.shared"
  case domainForm = "domain.form"
  case leaveStranded = "leave.stranded"
  // Statements and tests.
  case statementForm = "statement.form"
  case statementID = "statement.id"
  case statementNeverDecides = "statement.never-decides"
  case statementNoEffect = "statement.no-effect"
  case testWhen = "test.when"
  case instantForm = "instant.form"

  /// Whether the line in the file may hold a secret, so that nobody may print it beside the message.
  public var concealsSource: Bool {
    switch self {
    case .secretLiteral, .secretForm, .urlUserInfo, .urlPath, .tlsPin, .sentenceAddress: true
    case .sentenceEmpty, .sentenceWord, .sentenceUnexpected, .sentenceTarget, .sentenceState, .timeForm,
      .timeBareNumber, .timeRange, .timeAlone, .timeEndOnly, .timeOverDays, .timeEndsAtMidnight, .dayEvery, .dayRange,
      .dateForm, .dateImpossible, .dateRange, .dateReversed, .datePast, .whenMixed, .whenComma, .whenSeparator,
      .whenOrder, .whenExcept, .scheduleUnknown, .scheduleTimes, .scheduleCircle, .scheduleDepth, .scheduleUnused,
      .nameForm, .nameReserved, .nameTwice, .valueKind, .valueChoice, .valueNumber, .valueText, .valueEmpty,
      .keyUnknown, .keyMissing, .keyTwice, .keyUnsuited, .keyExclusive, .durationForm, .ownerForm,
      .policyTooManyErrors, .timezoneMissing,
      .timezoneUnknown, .timezoneOld, .urlForm, .urlPlaintext, .tlsPlain, .tlsInsecure, .targetSelector, .targetSystem,
      .targetUnknown, .targetCircle, .targetDepth, .targetState, .targetMixed, .targetWhenOff, .targetDefaultGroup,
      .targetUnnamed, .objectPattern, .objectDots, .objectDomain, .objectID, .objectShared, .domainForm, .leaveStranded,
      .statementForm,
      .statementID, .statementNeverDecides, .statementNoEffect, .testWhen, .instantForm, .windowEmpty, .windowNights,
      .sentenceOnly, .sentenceWish, .sentenceLanguage, .dayCycle, .dayWeeksMeet, .calendarForm,
      .calendarDate, .calendarRule, .calendarZone, .calendarSize, .calendarPath, .calendarBusy, .calendarSummary,
      .calendarEmpty, .calendarEnds, .calendarTwice,
      .edgeTime, .edgeTarget, .edgeGrace, .targetPermission, .targetAction, .actionOpens, .targetOtherwise,
      .targetEnforcement,
      .targetInVain, .personUnknown, .guardTarget,
      .deviceUnknown, .deviceAddress, .devicePrivate, .deviceUnused, .systemClock, .systemTwice:
      false
    }
  }
}
