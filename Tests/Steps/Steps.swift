import CSteps

/// Counts the work of code in steps and not in seconds: see `CSteps.h` for what a step is.
public enum Steps {
  /// How many steps `body` takes on this thread.
  public static func taken(by body: () throws -> Void) rethrows -> Int {
    let before = steps_so_far()
    try body()
    return Int(steps_so_far() - before)
  }

  /// By how much more work `body` is for an input of twice the size. What is made before `body` runs is not counted.
  public static func growth<Input>(
    from size: Int, _ make: (Int) throws -> Input, _ body: (Input) throws -> Void
  ) rethrows -> Double {
    let inputs = [try make(size), try make(2 * size)]
    // What is made once for all is made here.
    try body(inputs[0])
    func once() throws -> Double {
      let steps = try inputs.map { input in try taken { try body(input) } }
      return Double(steps[1]) / Double(max(1, steps[0]))
    }
    // Keys hash differently each time, and now and then more of them meet. What really grows faster does so every time.
    var growth = try once()
    for _ in 0..<5 where growth >= most { growth = min(growth, try once()) }
    return growth
  }

  /// Far less than the four times of work in which each is compared with each: where a quarter of the work is such, it is seen.
  /// Sorting takes more than twice as long (2.28 times from 150 on), and how keys meet in a process adds a tenth now and then.
  public static let most = 2.5
}
