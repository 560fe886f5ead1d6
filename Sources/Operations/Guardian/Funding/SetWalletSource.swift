public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension GuardianOperations {
    /// Makes a child's wallet what it pays with; while it is, nothing changes.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names no child of the household;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setWalletSource(
        _ input: API.Guardian.WalletSourceRequest,
        _ call: Call
    ) async throws -> API.Guardian.FundingSource {
        try await writing(call) { session, membership in
            let child = try Self.walletOwner(input.userID, membership, in: session)
            let known = try FundingSources.wallet(of: child.member, in: session)
            var source = known ?? Self.walletSource(of: child, call)
            if source.isDefault { return try API.Guardian.FundingSource(source) }
            source.isDefault = true
            // The chain moves first: who does the same at once waits for that, and finds it done.
            try Self.recordEdit(of: source, membership, call, in: session)
            if known == nil {
                source.number = try FundingSources.insert(source, in: session)
            } else {
                try FundingSources.setDefault(true, source.number, in: session)
            }
            return try API.Guardian.FundingSource(source)
        }
    }

    /// A child's wallet as it may be charged, not the default yet.
    private static func walletSource(of child: ChildProfile, _ call: Call) -> FundingSourceRecord {
        FundingSourceRecord(
            id: call.newID(),
            kind: .wallet,
            member: child.member,
            account: child.wallet,
            provider: CardProvider.mock.rawValue,
            externalID: "",
            customer: "",
            label: "Wallet",
            createdAt: call.now
        )
    }

    /// The child that a parent names, for its wallet.
    ///
    /// - Throws: ``Problem`` `notFound` for everybody else, whether or not they exist.
    static func walletOwner(
        _ reference: MemberReference,
        _ membership: Membership,
        in session: any Session
    ) throws -> ChildProfile {
        let member = try subject(reference, membership, in: session)
        return try Children.find(of: member, in: session).orNotFound()
    }

    /// Records whether a wallet is what its child pays with.
    static func recordEdit(
        of source: FundingSourceRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let body = [
            JSON.Member("member", .string(source.member.text)),
            JSON.Member("is_default", .bool(source.isDefault)),
        ]
        try recordEdit(.walletSourceSet, of: source.id.text, body, membership, call, in: session)
    }
}
