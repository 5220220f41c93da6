import Synchronization

/// Whether a pretend network has given everything up, and what waits only until then.
public final class GivenUp: Sendable {
  private struct State {
    var isOn = false
    var pauses: [Int: Task<Void, Never>] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  /// Nothing is given up yet.
  public init() {}

  /// Whether it is.
  public var isOn: Bool { state.withLock { $0.isOn } }

  /// Gives everything up.
  public func turnOn() {
    let pauses = state.withLock { state in
      state.isOn = true
      return state.pauses.values
    }
    for pause in pauses { pause.cancel() }
  }

  /// It is another run.
  public func turnOff() { state.withLock { $0.isOn = false } }

  /// Waits on `time`; returns early when the task is cancelled, and when everything is given up.
  public func pause(_ duration: Duration, _ time: FakeTime) async {
    let pause = Task(executorPreference: time) { await time.sleep(duration) }
    let number = state.withLock { state in
      state.nextNumber += 1
      state.pauses[state.nextNumber] = pause
      return state.nextNumber
    }
    defer { state.withLock { $0.pauses[number] = nil } }
    if isOn { pause.cancel() }
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
  }
}
