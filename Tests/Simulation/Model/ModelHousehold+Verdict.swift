import Contract
import Kernel

/// What the contract's table says of a purchase.
struct Verdict: Sendable {
    var answer = "APPROVE"
    var reason = "ok"
    var trace: [String] = []
    var limit: Int64?
    var spent: Int64?
    var wallet: Int64?
    /// The fence that decides.
    var place: String?
    var override: (key: OverrideKey, index: Int)?
}

extension ModelHousehold {
    /// What comes of a purchase that a member asks about.
    func verdict(
        on input: API.Guardian.AuthorizeRequest,
        by member: ModelMember,
        _ category: String,
        _ nowMS: Int64
    ) -> Verdict {
        var verdict = Verdict()
        if let rule = member.rules[category] {
            verdict.limit = rule.limit
            verdict.spent = member.spent(category, through: almanac.day(nowMS))
        }
        let key = OverrideKey(
            merchant: Menu.merchant(input.merchant).key,
            amount: input.amountCents
        )
        verdict.override = usableOverride(key, of: member, nowMS)
        if member.paysFromWallet {
            verdict.wallet = member.wallet.flatMap { accounts[$0] }?.available ?? 0
        }
        let purchase = PolicyPurchase(
            amount: input.amountCents,
            category: category,
            merchantKey: key.merchant,
            member: member,
            day: almanac.day(nowMS)
        )
        decide(purchase, nowMS, &verdict)
        if let wallet = verdict.wallet, verdict.answer == "APPROVE" {
            let isEnough = input.amountCents <= wallet
            verdict.trace.append("wallet \(isEnough ? "pass" : "decline")")
            if !isEnough {
                (verdict.answer, verdict.reason) = ("DECLINE", "insufficient_funds")
                verdict.place = nil
            }
        }
        return verdict
    }

    /// The oldest permission that is good now.
    func usableOverride(
        _ key: OverrideKey,
        of member: ModelMember,
        _ nowMS: Int64
    ) -> (key: OverrideKey, index: Int)? {
        (member.overrides[key] ?? []).enumerated()
            .filter { $0.element.isValid(at: nowMS) }
            .min { $0.element.createdAtMS < $1.element.createdAtMS }
            .map { (key, $0.offset) }
    }

    private func decide(
        _ purchase: PolicyPurchase,
        _ nowMS: Int64,
        _ verdict: inout Verdict
    ) {
        let (amount, member, category) = (purchase.amount, purchase.member, purchase.category)
        guard verdict.override == nil else {
            verdict.reason = "override"
            verdict.trace = ["override approve"]
            return
        }
        verdict.trace = ["override pass"]
        let blocking = fence(isBlocking: true, of: member, category, nowMS)
        verdict.trace.append("geofence_block \(blocking.word)")
        if let hit = blocking.hit {
            (verdict.answer, verdict.reason, verdict.place) = ("DECLINE", "location_block", hit)
            return
        }
        if let limit = verdict.limit, let spent = verdict.spent {
            if limit == 0 || spent + amount > limit || 2 * amount > limit {
                verdict.trace.append("rule_limit decline")
                (verdict.answer, verdict.reason) = ("DECLINE", "risky")
                return
            }
            verdict.trace.append("rule_limit pass")
        } else {
            verdict.trace.append("rule_limit skip")
        }
        let live = policies.filter { $0.state == .live && $0.applies(to: member.id) }
        decide(by: live.sorted { $0.isOlder(than: $1) }, purchase, &verdict)
        guard verdict.reason == "ok" else { return }
        let warning = fence(isBlocking: false, of: member, category, nowMS)
        verdict.trace.append("geofence_warn \(warning.word)")
        if let hit = warning.hit { (verdict.reason, verdict.place) = ("location_warn", hit) }
    }

    /// What the fences of one kind say, and the one that holds the member.
    private func fence(
        isBlocking: Bool,
        of member: ModelMember,
        _ category: String,
        _ nowMS: Int64
    ) -> (word: String, hit: String?) {
        let fences = member.fences.filter { $0.isBlocking == isBlocking }
        guard !fences.isEmpty else { return ("skip", nil) }
        let ping = member.pings.enumerated()
            .filter { (nowMS - 1_800_000...nowMS).contains($0.element.takenAtMS) }
            .max { ($0.element.takenAtMS, $0.offset) < ($1.element.takenAtMS, $1.offset) }?.element
        guard let ping else { return ("skip", nil) }
        let hit = fences.filter { $0.category == nil || $0.category == category }
            .first { $0.holds(ping) }
        return hit.map { (isBlocking ? "decline" : "approve", $0.name) } ?? ("pass", nil)
    }
}
