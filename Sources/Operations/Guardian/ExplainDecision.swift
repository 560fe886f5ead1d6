import Contract
import Guardian
import Kernel
import Store

/// A stored decision made again from its facts.
public struct ExplainedDecision: Sendable, Equatable {
    /// The facts, the checks and the answer, as lines to read.
    public let lines: [String]
    /// The first thing that was stored otherwise than the facts give it, in the order answer,
    /// reason, message, trace; `nil` when all are the same, byte for byte.
    public let difference: String?
}

extension DecisionFile {
    /// Makes the decision again from its facts alone, and holds it against what was stored.
    ///
    /// - Throws: `EncodingError`, which no decision of ours gives.
    public func explained() throws -> ExplainedDecision {
        let decision = record.facts.decide()
        let trace = try decision.wireTrace.encoded()
        return ExplainedDecision(
            lines: heading + factLines + Self.lines(of: decision),
            difference: difference("answer", record.answer, decision.answer.rawValue)
                ?? difference("reason", record.reason, decision.reason.rawValue)
                ?? difference("message", record.message, decision.message)
                ?? difference("trace", record.trace, trace)
        )
    }

    /// Compared by bytes: Swift's own equality would forgive another spelling of the same text.
    private func difference(_ what: String, _ stored: String?, _ decided: String?) -> String? {
        guard let stored else {
            return decided.map { _ in "\(what): was not stored, and the facts give one" }
        }
        guard let decided else { return "\(what): was stored, and the facts give none" }
        guard !stored.utf8.elementsEqual(decided.utf8) else { return nil }
        let byte = zip(stored.utf8, decided.utf8).prefix { $0 == $1 }.count
        return "\(what): from byte \(byte) on: stored \(stored), from the facts \(decided)"
    }

    // MARK: Lines

    private var heading: [String] {
        [
            "decision \(record.id) of \(record.decidedAt.text)",
            "household \(record.household), member \(record.member)",
        ]
    }

    private var factLines: [String] {
        let facts = record.facts
        let spent = facts.spentThisMonth.map { "\($0.display) this month" }
        return ["facts:"]
            + [
                "  amount    \(facts.amount.display)",
                "  merchant  \(record.merchant)",
                "  category  \(facts.category), by step \(record.categorySource)",
                "  override  \(facts.override?.text ?? "none")",
                "  limit     \(facts.limit?.display ?? "none")",
                "  spent     \(spent ?? "not read")",
            ] + locationLines + walletLines + policyLines
    }

    private var locationLines: [String] {
        guard let location = record.facts.location else { return ["  fences    none"] }
        return [
            "  position  \(location.isPositionKnown ? "known" : "not known")",
            "  blocking  \(Self.line(of: location.blocking))",
            "  warning   \(Self.line(of: location.warning))",
        ]
    }

    private var walletLines: [String] {
        record.facts.wallet.map { ["  wallet    \($0.display)"] } ?? []
    }

    /// How many policies were asked, and every fact that was read for them.
    private var policyLines: [String] {
        guard let asked = record.policies, let policies = record.facts.policies else { return [] }
        let states = policies.policies.policies.map(\.state)
        let shadows = states.count { $0 == .shadow }
        let counts = "\(states.count - shadows) live, \(shadows) in shadow"
        return ["  policies  \(counts), as of link \(asked.version)"]
            + policies.facts.lines.map { "    \($0.what): \($0.found)" }
    }

    private static func line(of fences: FenceFacts) -> String {
        let counts = "\(fences.count), for the category \(fences.applying)"
        guard let hit = fences.hit else { return counts }
        return "\(counts), inside \(hit.name) (\(hit.number))"
    }

    private static func lines(of decision: PurchaseDecision) -> [String] {
        let checks = decision.trace.map { result in
            "  \(padded(result.check.rawValue, to: 16))"
                + "\(padded(result.outcome.rawValue, to: 9))\(result.detail)"
        }
        let message = decision.message.map { ": \($0)" } ?? ""
        let answer = "answer: \(decision.answer.rawValue) \(decision.reason.rawValue)\(message)"
        return ["checks:"] + checks + [answer]
    }

    private static func padded(_ word: String, to width: Int) -> String {
        word + String(repeating: " ", count: max(1, width - word.count))
    }
}
