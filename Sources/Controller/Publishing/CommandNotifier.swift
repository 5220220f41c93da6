import Host
import JSONTree
import Presentation
import Providers
import Planning

/// Tells a program what was done, on its standard input: no arguments, no shell.
struct CommandNotifier {
  let environment: Environment
  let network: any ReadingNetwork
  /// How long it may take, in seconds; then it is ended.
  let seconds: Int64

  private static let step = Duration.milliseconds(20)

  /// Why that went wrong; nil where it did not.
  func tell(_ notification: Notification, _ path: String, as format: NotificationFormat) async -> String? {
    switch format {
    case .json: await run(path, input: notification.json.line)
    case .text: await run(path, input: notification.text.lines.map { $0 + "\n" }.joined())
    }
  }

  /// The same with any text on the program's standard input.
  func run(_ path: String, input: String) async -> String? {
    do throws(FileError) {
      let program = try environment.start(path, input)
      return await wait(for: program, path)
    } catch {
      return PublisherMessages.notStarted(error)
    }
  }

  private func wait(for program: any StartedProgram, _ path: String) async -> String? {
    let end = network.uptime + .seconds(seconds)
    while network.uptime < end {
      if let status = program.status() { return status == 0 ? nil : PublisherMessages.programFailed(path, status) }
      await network.sleep(Self.step)
    }
    program.kill()
    return PublisherMessages.programHung(path, seconds)
  }
}
