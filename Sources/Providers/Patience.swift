/// How long what has begun may hold up the end of a run.
public enum Patience {
  /// For an answer that alone says what came of a request. A run that waits for so long after its deadline still writes down
  /// and tells what it knows before the timer of the kernel ends it: nothing has to put that off.
  public static let answer = Duration.seconds(8)
}
