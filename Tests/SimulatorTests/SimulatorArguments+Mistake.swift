import Simulator

extension SimulatorArguments {
  /// What is wrong with a command line of these words; empty where nothing is.
  static func mistake(in words: String) -> String {
    do throws(SimulatorArguments.Mistake) {
      _ = try SimulatorArguments(words.split(separator: " ").map(String.init))
      return ""
    } catch {
      return error.message
    }
  }
}
