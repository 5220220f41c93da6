/// What statements say about one target, as layers of paint: each covers those before it where it is active.
struct LayerStack: Sendable {
  /// What shows where no layer covers it.
  var base: Decision
  /// In the order of the file.
  var layers: [Layer]

  /// A wanted state and what decided it.
  struct Decision: Hashable, Sendable {
    var state: TargetState
    var decidedBy: Verdict.Decider
  }

  /// A statement about the target.
  struct Layer: Sendable {
    /// The index in `Policy.statements`.
    var statement: Int
    var decision: Decision
  }

  /// What a statement says about the target.
  struct Spoken {
    /// The index in `Policy.statements`.
    var index: Int
    var state: TargetState
    var isAlways: Bool
    /// What it wants where it is not active; nil for nothing.
    var atOtherTimes: TargetState?
  }

  init(base: Decision, layers: [Layer]) {
    self.base = base
    self.layers = layers
  }

  /// The stack of a target with this `otherwise`, of which `statements` are those that name it.
  ///
  /// What a statement that always holds covers never shows, and is left out.
  init(otherwise: TargetState, statements: [Spoken]) {
    self.init(base: Decision(state: otherwise, decidedBy: .otherwise), layers: [])
    for statement in statements {
      if let other = statement.atOtherTimes {
        self.init(base: Decision(state: other, decidedBy: .statement(statement.index)), layers: [])
      }
      let decision = Decision(state: statement.state, decidedBy: .statement(statement.index))
      if statement.isAlways {
        self.init(base: decision, layers: [])
      } else {
        layers.append(Layer(statement: statement.index, decision: decision))
      }
    }
  }

  /// A stack that shows the same states, but not what decided: often a much smaller one, and one without layers where
  /// the state never changes.
  var statesOnly: LayerStack {
    let changing = layers.drop { $0.decision.state == base.state }
    return LayerStack(
      base: Decision(state: base.state, decidedBy: .otherwise),
      layers: changing.map {
        Layer(statement: $0.statement, decision: Decision(state: $0.decision.state, decidedBy: .otherwise))
      })
  }
}
