import Crypto
import Guardian
import Kernel
import Ledger
import Store

/// One hash over all that is stored, equal for equal seeds on every engine.
///
/// Left out is what is the engine's own choice or depends on which of several calls came first: the
/// order of links made at once, integer ids, and the ids of calls that raced.
///
/// What reading leaves behind is left out, too: the rows that searches told of (`search_memory`),
/// stored highlights and conversations are no part of the books. They are forgotten by age, they
/// are written again by who asks again after a kill, and what is asked of them is held against the
/// model when it is answered.
enum StateDigest {
    /// The hash of lines.
    static func hash(_ lines: [String]) -> String {
        var sum = SHA256()
        for line in lines { sum.update(data: Array((line + "\n").utf8)) }
        return sum.finalize().map { byte in
            String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16)
        }.joined()
    }

    /// A line for everything that is stored of a household, in an order of their own.
    static func state(_ model: ModelHousehold, _ contents: HouseholdContents) -> [String] {
        ["household \(model.id) \(model.timeZone)"] + lines(model, contents).sorted()
    }

    private static func lines(
        _ model: ModelHousehold,
        _ contents: HouseholdContents
    ) -> [String] {
        contents.accounts.map { "account \($0.id) \($0.kind) \($0.totals)" }
            + contents.transfers.map { line($0, model.racing.contains($0.id.raw)) }
            + contents.decisions.map { line($0, model.racing.contains($0.id.raw)) }
            + contents.edits.map(line)
            + contents.annotations.map { "note \($0.key) \($0.value)" }
            + contents.members.flatMap(lines)
            + contents.family.lines
            + contents.bank.lines
    }

    private static func line(_ transfer: Transfer, _ isRacing: Bool) -> String {
        let own = isRacing ? "" : "\(transfer.id) \(transfer.details.providerRecord ?? "")"
        return """
            transfer \(own) \(transfer.debitAccount) \(transfer.creditAccount) \(transfer.amount) \
            \(transfer.kind.rawValue) \(transfer.phase) \(word(transfer.pending)) \
            \(word(transfer.reverses)) \(word(transfer.member)) \
            \(transfer.details.merchant ?? "") \(transfer.details.category ?? "") \
            \(transfer.occurredAt.milliseconds) \(transfer.day.dayNumber) \
            \(transfer.recordedAt.milliseconds)
            """
    }

    private static func line(_ decision: DecisionRecord, _ isRacing: Bool) -> String {
        let facts = decision.facts
        return """
            decision \(isRacing ? "" : decision.id.text) \(decision.member) \(decision.merchant) \
            \(decision.categorySource) \(facts.amount) \(facts.category) \(facts.override != nil) \
            \(facts.limit?.minor ?? -1) \(facts.spentThisMonth?.minor ?? -1) \(decision.answer) \
            \(decision.reason) \(decision.message ?? "") \(decision.trace) \
            \(decision.decidedAt.milliseconds)
            """
    }

    private static func line(_ edit: Edit) -> String {
        let namesSeeded = edit.kind == .annotation || edit.kind == .memberJoined
        let subject = namesSeeded ? edit.subject : ""
        let made = "\(edit.madeAt.milliseconds)"
        return "edit \(edit.kind.rawValue) \(subject) \(word(edit.author)) \(edit.body) \(made)"
    }

    private static func lines(_ member: HouseholdContents.MemberContents) -> [String] {
        let sums = member.sums.flatMap { kind, sums in
            sums.map { "sum \(member.id) \(kind) \($0.key) \($0.amountMinor) \($0.count)" }
        }
        return sums
            + member.rules.map { "rule \(member.id) \($0.category) \($0.monthlyLimitMinor)" }
            + member.overrides.map { "override \(member.id) \($0)" }
            + member.answers.map { "answer \(member.id) \($0.operation) \($0.key) \($0.status)" }
            + member.sessions.map { "session \(member.id) \($0)" }
    }

    private static func word<Entity>(_ id: ID<Entity>?) -> String { id?.text ?? "-" }
}
