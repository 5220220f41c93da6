package import JSONTree
import Policies
import Presentation
import Providers
package import Planning

/// What the doctor found, as one JSON object.
package struct DoctorJSON {
  let diagnoses: [Diagnosis]
  /// What is about no system of the policy.
  let warnings: [Finding]

  package init(diagnoses: [Diagnosis], warnings: [Finding]) {
    self.diagnoses = diagnoses
    self.warnings = warnings
  }

  package var json: JSON {
    .object([
      .formatVersion, .init("systems", .array(diagnoses.map(system))),
      .init("warnings", .array(warnings.map(\.json))),
    ])
  }

  private func system(_ diagnosis: Diagnosis) -> JSON {
    .object([
      .init("name", .string(diagnosis.system.name.text)),
      .init("kind", .string(diagnosis.system.kind.name)),
      .init("checks", .array(diagnosis.checks.map(check))),
    ])
  }

  private func check(_ result: CheckResult) -> JSON {
    .object([
      .init("check", .string(result.check.rawValue)),
      .init("status", .string(result.status.rawValue)),
      .init("code", .text(result.code)),
      .init("message", .string(result.message)),
      .init("hint", .text(hint(result))),
    ])
  }

  private func hint(_ result: CheckResult) -> String? {
    let parts = [result.hint].compactMap { $0 } + result.toWrite.map { "\($0.place): \($0.text)" }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}
