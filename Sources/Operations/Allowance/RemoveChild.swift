import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store
import Synchronization

extension AllowanceOperations {
    /// Takes a child out of its family.
    ///
    /// Its sign-in ends at once and its e-mail address is free; what its accounts hold returns to
    /// where allowances come from, and nothing more is owed to it. What is known about it goes, but
    /// for what the household's books need, where it has no name any more.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func removeChild(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> Empty {
        // The transaction may run again; what it removed last is what was removed.
        let removed = Mutex<FormerMember?>(nil)
        let answer = try await writing(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            let former = try takeOut(
                child,
                of: membership.head,
                by: membership.member,
                call,
                session
            )
            removed.withLock { $0 = former }
            return Empty()
        }
        // The child is removed, whatever comes of the rest; housekeeping goes on where this ends.
        if let child = removed.withLock({ $0 }) { try? await forgetRest(of: child) }
        return answer
    }

    /// Takes a child out of the household whose chain ends at `head`.
    ///
    /// `author`: Who does; `nil` for the operator.
    ///
    /// - Returns: Of whom something may be left to be forgotten.
    func takeOut(
        _ child: ChildProfile,
        of head: ChainHead,
        by author: ID<Entity.Member>?,
        _ call: Call,
        _ session: any Session
    ) throws -> FormerMember {
        var ledger = try LedgerWriter(head, catalogue, in: session)
        try ledger.endAllowance(of: child, call)
        try ledger.close(child, by: author, call)
        let body = [JSON.Member("child", .string(child.id.text))]
        let subject = child.member.text
        let household = child.household
        try ledger.record(
            Edit(.memberRemoved, of: subject, body, in: household, by: author, call)
        )
        try PolicyRemoval.run(of: child.member, after: ledger.head, in: session)
        let former = FormerMember(child)
        _ = try PersonalRecords.delete(former, upTo: Limits.walkRows, in: session)
        try Self.remove(child.member, child.email, keepsName: false, call, in: session)
        // What came back to the pool may pay what the other children wait for.
        if try Pools.find(of: household, in: session) != nil { try ledger.settleDues(call) }
        return former
    }

    /// Forgets what is left of a member that was removed, in pieces.
    func forgetRest(of member: FormerMember) async throws {
        while !Task.isCancelled {
            let isDone = try await database.write { session in
                try PersonalRecords.delete(member, upTo: Limits.walkRows, in: session)
            }
            if isDone { return }
        }
    }

    /// Ends a member's sessions, and takes it out of its household; its e-mail address is free.
    ///
    /// `keepsName`: Whether it is remembered by its name, and what it has is kept.
    static func remove(
        _ member: ID<Entity.Member>,
        _ email: String,
        keepsName: Bool,
        _ call: Call,
        in session: any Session
    ) throws {
        try Sessions.endAll(of: member, because: removalReason, now: call.now, in: session)
        try LoginGuard.unlock(email, in: session)
        try DeviceTokens.remove(of: member, in: session)
        // Nobody reads its banks any more; the job of syncs gives them up at their providers.
        try BankItems.leave(of: member, at: call.now, in: session)
        // An id that nobody knows beforehand, so that nobody can have taken the address.
        let address: ID<Entity.Member> = call.newID()
        let domain = keepsName ? "removed.invalid" : PersonalRecords.forgottenDomain
        try Members.remove(
            member,
            leaving: "\(address.text)@\(domain)",
            keepsName: keepsName,
            now: call.now,
            in: session
        )
    }

    /// Why the sessions of who was taken out of a household ended.
    static let removalReason = "removed from the family"
}

extension LedgerWriter {
    /// Owes a child nothing, now and later.
    fileprivate func endAllowance(of child: ChildProfile, _ call: Call) throws {
        try AllowanceDues.drop(child.id, of: child.household, in: session)
        var schedule = child.schedule
        schedule.setAmount(0, today: zone.day(of: call.now))
        try Allowances.setAmount(0, of: child.id, in: session)
        // Why it was paused is nobody's business any more.
        try Allowances.pause(child.id, because: nil, at: call.now, in: session)
        try Allowances.save(schedule, of: child.id, in: session)
    }

    /// Returns what a child's accounts hold to the household.
    fileprivate mutating func close(
        _ child: ChildProfile,
        by author: ID<Entity.Member>?,
        _ call: Call
    ) throws {
        let payer = try payer().id
        let jars = try Jars.list(of: child.id, in: session).map(\.account)
        for id in jars + [child.wallet] {
            let account = try Accounts.find(id, of: household.id, in: session)
                .orCorrupt("a child's account is gone")
            // What is reserved for a purchase under way is not the household's to take.
            var left = account.totals.availableMinor
            while left > 0 {
                let part = Money(minor: min(left, Limits.amountMinor), currency: account.currency)
                _ = try move(part, from: id, to: payer, as: .closing, "Closing", by: author, call)
                left -= part.minor
            }
        }
    }
}
