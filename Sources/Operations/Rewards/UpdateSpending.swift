public import Contract
import Kernel
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Sets what was spent with a card in a category, or adds to it.
    ///
    /// - Throws: ``Problem`` `invalid` when neither a limit nor the bonus counts for the category,
    ///   `notFound` when the card is not the caller's, `stale` when it was changed since the
    ///   version that is named; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func updateSpending(
        _ input: API.Rewards.SpendingInput,
        _ call: Call
    ) async throws -> API.Rewards.CreditCard {
        try await writing(call) { session, membership in
            let before = try Self.card(input.id, input.ifMatch, membership, call, in: session)
            let (record, _) = try Self.spend(
                input.amount.minor,
                input.mode == .add ? .add : .set,
                on: input.category.category,
                before,
                membership,
                call,
                in: session
            )
            return API.Rewards.CreditCard(record, at: call.now, in: membership.zone)
        }
    }

    /// Changes what was spent with a card, and records that.
    ///
    /// - Returns: The card as it is stored then, and what changed of the limit or the bonus.
    /// - Throws: ``Problem`` `invalid` when neither a limit nor the bonus counts for the category,
    ///   and when more would be spent than any amount may be.
    static func spend(
        _ amountCents: Int64,
        _ mode: SpendingChange.Mode,
        on category: RewardsCategory,
        _ before: RewardCardRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> (RewardCardRecord, SpendingChange) {
        var card = before.card.moved(to: call.now, in: membership.zone)
        let quarter = CalendarQuarter(of: call.now, in: membership.zone)
        let change: SpendingChange
        do {
            change = try card.spend(amountCents, mode, for: category, in: quarter)
        } catch SpendingChange.Refusal.noLimit {
            let rule = "has no limit on this card"
            throw Problem.invalid([Fault(field: "category", rule: rule)])
        } catch SpendingChange.Refusal.tooMuch {
            throw Problem.invalid([Fault(field: "amount", rule: "is out of range")])
        }
        return (try record(card, from: before, membership, call, in: session), change)
    }
}
