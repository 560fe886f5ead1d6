public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Registers a child of the caller's family, with an empty wallet.
    ///
    /// - Throws: ``Problem`` `conflict` when the e-mail address is taken, `rateLimited` when too
    ///   many passwords are being hashed; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func registerChild(
        _ input: API.Allowance.RegisterChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.ChildResponse {
        let email = normalisedEmail(input.email)
        let isTaken = try await reading(call) { session, _ in try Self.isTaken(email, in: session) }
        let passwordHash = try await hash(of: input.password, isTaken: isTaken, call)
        return try await writing(call) { session, membership in
            guard let passwordHash else { throw Self.emailIsTaken }
            let member = MemberRecord(
                id: call.newID(),
                household: membership.household,
                role: .child,
                email: email,
                firstName: input.firstName,
                lastName: input.lastName,
                passwordHash: passwordHash,
                createdAt: call.now
            )
            guard try Members.insert(member, in: session) != nil else {
                throw Self.emailIsTaken
            }
            let child = try AllowanceOperations.openProfile(
                of: member,
                weeklyAllowance: input.weeklyAllowance,
                membership.currency,
                membership.zone,
                call,
                in: session
            )
            let joined = Edit.joined(member, by: membership.member, call)
            let head = try Edits.append(joined, to: membership.head, in: session)
            let record = SyncRecordRow.child(child, version: head.sequence)
            try SyncRecords.save(record, of: head.household, in: session)
            let household = try Households.named(member.household, in: session)
            return API.Allowance.ChildResponse(
                user: API.Allowance.UserResponse(member, household),
                childID: child.id,
                weeklyAllowance: input.weeklyAllowance,
                currentBalance: DecimalAmount(minor: 0)
            )
        }
    }
}
