import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Allows one purchase of exactly this amount at this merchant within the next five minutes.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func createOverride(
        _ input: API.Guardian.OverrideRequest,
        _ call: Call
    ) async throws -> API.Guardian.Status {
        try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            _ = try Self.recordOverride(
                for: member,
                merchant: input.merchant,
                amountMinor: input.amountCents,
                membership,
                call,
                in: session
            )
            return API.Guardian.Status(status: "ok")
        }
    }

    /// Allows one purchase of a member, and records who did.
    static func recordOverride(
        for member: ID<Entity.Member>,
        merchant: String,
        amountMinor: Int64,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> (override: ID<Entity.Override>, head: ChainHead) {
        let record = OverrideRecord(
            id: call.newID(),
            member: member,
            createdBy: membership.member,
            merchant: merchant,
            merchantKey: MerchantName.normalised(merchant),
            amountMinor: amountMinor,
            createdAt: call.now
        )
        try Overrides.insert(record, in: session)
        let body = [
            JSON.Member("member", .string(member.text)),
            JSON.Member("merchant", .string(record.merchant)),
            JSON.Member("amount_minor", .number(String(record.amountMinor))),
        ]
        let edit = Edit(.overrideCreated, of: record.id.text, body, membership, call)
        return (record.id, try Edits.append(edit, to: membership.head, in: session))
    }

    /// The member a call is about: the caller, or a child its parent names.
    ///
    /// - Throws: ``Problem`` `notFound` for everybody else, whether or not they exist.
    static func subject(
        _ reference: MemberReference?,
        _ membership: Membership,
        in session: any Session
    ) throws -> ID<Entity.Member> {
        guard let reference else { return membership.member }
        let named = try member(reference, membership, in: session).orNotFound()
        if named.id == membership.member { return named.id }
        guard membership.role == .parent, named.role == .child else { throw Problem(.notFound) }
        return named.id
    }

    /// Finds a member of the caller's household by id, by number, or by what an issuer of tokens
    /// calls it.
    static func member(
        _ reference: MemberReference,
        _ membership: Membership,
        in session: any Session
    ) throws -> MemberRecord? {
        let household = membership.household
        var named: MemberRecord?
        if let id = ID<Entity.Member>(reference.text) {
            named = try Members.find(id, in: session)
        } else if let number = Int64(reference.text) {
            named = try Members.find(number: Serial(number), in: session)
        }
        let isFound = named?.household == household
        if let named, isFound, named.id == membership.member || Int64(reference.text) == nil {
            return named
        }
        // Subjects of some issuers are UUIDs too, and of some numbers. What the caller is called by
        // its own issuer means the caller, whoever else has that number here.
        let subject = reference.text
        let id = try ExternalIdentities.member(of: household, subject: subject, in: session)
        if let named, isFound, id != membership.member { return named }
        return try id.flatMap { try Members.find($0, in: session) }
    }
}
