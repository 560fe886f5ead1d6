import Allowance
public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Moves a child's money from one of its jars to another.
    ///
    /// A parent moves it any way; the child itself only saves it or puts it aside to be given.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see the child, `forbidden` when a
    ///   child takes back what was put aside, `insufficientFunds` when there is less;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func moveBetweenJars(
        _ input: API.Allowance.JarMoveRequest,
        _ call: Call
    ) async throws -> API.Allowance.JarsResponse {
        try await writing(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            guard membership.role == .parent || input.from == .spend else {
                throw Problem(.forbidden, "Only a parent may take money out of savings or giving")
            }
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            if try Jars.list(of: child.id, in: session).isEmpty {
                guard let split = Split(savePercent: 0, givePercent: 0) else {
                    preconditionFailure("nothing put aside is a split")
                }
                try ledger.setSplit(split, of: child, by: membership.member, call)
            }
            let jars = try Jars.list(of: child.id, in: session)
            _ = try ledger.move(
                input.amount.minor,
                from: try Self.account(input.from, of: child, jars),
                to: try Self.account(input.to, of: child, jars),
                Self.text(from: input.from, to: input.to),
                by: membership.member,
                call
            )
            let changed = try Self.profile(input.childID, seenBy: membership, in: session)
            return try Self.jars(of: changed, in: session)
        }
    }

    private static func account(
        _ jar: API.Allowance.Jar,
        of child: ChildProfile,
        _ jars: [JarRecord]
    ) throws -> ID<Entity.Account> {
        let kind: JarRecord.Kind
        switch jar {
        case .spend: return child.wallet
        case .save: kind = .save
        case .give: kind = .give
        }
        return try jars.first { $0.kind == kind }
            .orCorrupt("a child has one jar and not the other").account
    }

    /// What the move is called in the books.
    private static func text(from: API.Allowance.Jar, to: API.Allowance.Jar) -> String {
        switch (from, to) {
        case (.spend, .save): "To savings"
        case (.spend, .give), (.spend, .spend): "To giving"
        case (.save, .spend): "From savings"
        case (.give, .spend): "From giving"
        case (.save, .give), (.save, .save): "From savings to giving"
        case (.give, .save), (.give, .give): "From giving to savings"
        }
    }
}
