public import Contract
import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// Shows what a child has in its wallet, saved and put aside to be given.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see the child; `unauthenticated`;
    ///   `DatabaseError`.
    public func getJars(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.JarsResponse {
        try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            return try Self.jars(of: child, in: session)
        }
    }

    /// A child's jars as they are now; one that was never opened holds nothing.
    static func jars(
        of child: ChildProfile,
        in session: any Session
    ) throws -> API.Allowance.JarsResponse {
        let jars = try Jars.list(of: child.id, in: session)
        let save = jars.first { $0.kind == .save }
        let give = jars.first { $0.kind == .give }
        let minor = (
            spend: child.balance.minor, save: save?.balanceMinor ?? 0, give: give?.balanceMinor ?? 0
        )
        return API.Allowance.JarsResponse(
            childID: child.id,
            split: API.Allowance.SplitPercents(
                save: save?.percent ?? 0,
                give: give?.percent ?? 0
            ),
            spend: DecimalAmount(minor: minor.spend),
            save: DecimalAmount(minor: minor.save),
            give: DecimalAmount(minor: minor.give),
            total: DecimalAmount(minor: minor.spend + minor.save + minor.give)
        )
    }
}

extension API.Allowance.SplitPercents {
    /// What is saved and given, and the rest to spend.
    init(save: Int, give: Int) {
        self.init(spend: 100 - save - give, save: save, give: give)
    }
}
