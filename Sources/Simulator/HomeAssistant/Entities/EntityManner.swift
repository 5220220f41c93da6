extension HomeAssistantEntity {
  /// How a device behaves when it is told to do something.
  public enum Manner: Hashable, Sendable {
    /// It does it at once, and says so.
    case immediate
    /// It does it after so many seconds, and the call waits for it.
    case blocking(seconds: Double)
    /// The call returns at once; the device does it so many seconds later.
    case late(seconds: Double)
    /// It does it at once, and falls back to what it was so many seconds later.
    case fallsBack(seconds: Double)
    /// It takes the command and does nothing.
    case ignores
    /// It never says anything: the state stays as it was, usually `unknown`.
    case noFeedback
    /// The integration raises an error.
    case fails
    /// The integration says that the request makes no sense, which newer servers tell apart from an error.
    case refuses
    /// The integration gives up waiting.
    case timesOut
    /// It goes through `locking`, `opening` and the like for so many seconds, and the call waits for it.
    case moving(seconds: Double)
    /// The same, but the call returns at once.
    case movingAlone(seconds: Double)
    /// A lock that gets stuck after two seconds of `locking`; unlocking it works, and takes as long.
    case jams
    /// A lock that does nothing without this code.
    case needsCode(String)
  }
}
