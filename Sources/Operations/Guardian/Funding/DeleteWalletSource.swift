public import Contract
import Kernel
import Store

extension GuardianOperations {
    /// Ends that a child's wallet is what it pays with; its record stays for the books.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not, or `user_id` names no child of the
    ///   household; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteWalletSource(
        _ input: API.Guardian.WalletSourceRequest,
        _ call: Call
    ) async throws -> API.Guardian.Status {
        try await writing(call) { session, membership in
            let child = try Self.walletOwner(input.userID, membership, in: session)
            guard var source = try FundingSources.wallet(of: child.member, in: session),
                source.isDefault
            else { throw Problem(.notFound) }
            source.isDefault = false
            try FundingSources.setDefault(false, source.number, in: session)
            try Self.recordEdit(of: source, membership, call, in: session)
            return API.Guardian.Status(status: "deleted")
        }
    }
}
