import Controller
import Host
import Presentation
import Providers
import Planning

/// Writes reports to standard output in the form that the command line asks for.
struct ReportOutput: Sendable {
  let settings: OutputSettings
  let environment: Environment

  /// Writes the whole of `report`, which `pass` came to.
  func show(_ report: Report, of pass: Pass) {
    switch settings.format {
    case .json:
      environment.output(PlanJSON(report, policy: pass.policy, fingerprint: report.plan.fingerprint).json.line)
    case .markdown:
      environment.output(PlanMarkdown(report, policy: pass.policy, overrides: pass.overrides).text)
    case .text, .github, .junit, .svg, .html:
      let style = settings.style(environment)
      environment.output(PlanText(report, policy: pass.policy, overrides: pass.overrides, style: style).text)
    }
  }

  /// Writes a line for each thing that is new, at once; where `wholly`, the whole report below.
  func show(_ news: RunNews, of pass: Pass, wholly: Bool) {
    let style = settings.style(environment)
    let text = NewsText(
      news, policy: pass.policy, overrides: pass.overrides, style: style, hasPriorities: environment.outputIsJournal
    ).text
    let report = wholly ? PlanText(news.report, policy: pass.policy, overrides: pass.overrides, style: style).text : ""
    environment.output(text + report)
  }

  /// Writes one line about a report that says nothing new.
  func showBriefly(_ report: Report, of pass: Pass) {
    environment.output(PlanText(report, policy: pass.policy, style: settings.style(environment)).brief)
  }
}
