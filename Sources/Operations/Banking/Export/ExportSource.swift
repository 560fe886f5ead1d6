import Catalogue
import Contract
import Kernel
import Ledger
import SQL
import Store

/// What an export reads, and for whom: as much as was known when it began.
struct ExportSource: Sendable {
    let database: any Database
    let catalogue: Catalogue
    /// Finds the member anew, who must still be let in.
    let member: @Sendable (any Session) throws -> Membership
    /// The member, and the end of the household's chain, when it began.
    let membership: Membership
    let family: String
    /// The accounts that lists show, whichever are exported.
    let listed: [ListedAccount]
    /// The one account that is exported, if not all.
    let account: ID<Entity.Account>?
    /// The first day that was asked for.
    let first: CivilDay?
    /// The last day that was asked for.
    let last: CivilDay?
    /// The days within these on which there are entries; `nil` when there are none.
    let days: ClosedRange<CivilDay>?
    /// The accounts outside of the household, one for each currency.
    let worlds: Set<ID<Entity.Account>>
    /// The household's day on which the file is made.
    let today: CivilDay

    /// The accounts that are exported.
    var accounts: [ListedAccount] { listed.filter { isExported($0.account.id) } }

    /// Whether an account of the member is exported.
    func isExported(_ id: ID<Entity.Account>) -> Bool { account == nil || account == id }

    /// Hands out the transactions as lists show them, the newest day first.
    ///
    /// One that changes its day meanwhile may be there twice, or not at all.
    func transactions(
        _ take: ([API.Banking.Transaction]) async throws -> Void
    ) async throws {
        guard let days else { return }
        var (day, number) = (days.upperBound.adding(days: 1), Int64(0))
        while true {
            let piece = try await read { [self, day, number] session in
                // Accounts that were opened meanwhile are among these.
                let book = try AccountBook(membership, catalogue, in: session)
                let records = try Entries.list(
                    of: membership.member,
                    before: day,
                    number,
                    in: session
                )
                let within = records.prefix { $0.entry.day >= days.lowerBound }
                let exported = within.filter { isExported($0.entry.account) }
                return EntryPiece(
                    transactions: try exported.map { try book.transaction($0) },
                    last: within.last,
                    isLast: within.count < Limits.walkRows
                )
            }
            try await take(piece.transactions)
            guard let last = piece.last, !piece.isLast else { return }
            (day, number) = (last.entry.day, last.number.value)
        }
    }

    private struct EntryPiece: Sendable {
        let transactions: [API.Banking.Transaction]
        let last: EntryRecord?
        let isLast: Bool
    }

    /// Hands out the transfers that moved a balance of exported accounts, in the order of
    /// recording, up to the end that the chain had when the export began.
    func transfers(_ take: ([ToldTransfer]) async throws -> Void) async throws {
        let exported = Set(accounts.map(\.account.id))
        let head = membership.head
        var sequence: Int64 = 0
        while sequence < head.sequence {
            let piece = try await read { [sequence] session in
                try Transfers.told(
                    of: head.household,
                    after: sequence,
                    upTo: head.sequence,
                    in: session
                )
            }
            try await take(
                piece.filter { told in
                    let transfer = told.transfer
                    return transfer.movesBalance
                        && (exported.contains(transfer.debitAccount)
                            || exported.contains(transfer.creditAccount))
                }
            )
            guard let last = piece.last, piece.count == Limits.walkRows else { return }
            sequence = last.sequence
        }
    }

    /// Reads a piece in a transaction of its own.
    func read<Piece: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> Piece
    ) async throws -> Piece {
        try await database.read { [member, membership] session in
            let now = try member(session)
            // All days of the ledger move with it, also those that were written already.
            guard now.zone.identifier == membership.zone.identifier else {
                throw Problem(.conflict, "The household has another time zone now")
            }
            return try work(session)
        }
    }
}

extension Transfer {
    /// Whether it is final: what is pending moves no balance, and what gives it up neither.
    fileprivate var movesBalance: Bool { phase == .posted || phase == .post }
}

extension BankingOperations {
    /// Begins an export: whatever can be refused is refused here.
    func exportSource(
        of input: API.Banking.ExportRequest,
        now: Timestamp,
        _ member: @escaping @Sendable (any Session) throws -> Membership
    ) async throws -> ExportSource {
        try await database.read { [database, catalogue] session in
            let membership = try member(session)
            let book = try AccountBook(membership, catalogue, in: session)
            let account = try input.accountID.map { try book.account(Serial($0)) }
            let days = try Self.window(input.startDate, input.endDate, membership, in: session)
            let listed = try ListedAccounts.list(of: membership.member, in: session)
            let household = membership.household
            let worlds = try Set(listed.map(\.account.currency)).compactMap { currency in
                try Accounts.world(of: household, currency: currency, in: session)?.id
            }
            return ExportSource(
                database: database,
                catalogue: catalogue,
                member: member,
                membership: membership,
                family: try Households.named(household, in: session).name,
                listed: listed,
                account: account,
                first: input.startDate?.day(in: membership.zone),
                last: input.endDate?.day(in: membership.zone),
                days: days,
                worlds: Set(worlds),
                today: membership.zone.day(of: now)
            )
        }
    }
}
