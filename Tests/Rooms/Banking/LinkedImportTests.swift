import Contract
import Kernel
import Ledger
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed

@Suite("A statement of an account that is linked")
struct LinkedImportTests {
    private static let itemInsertion = Statement(
        """
        INSERT INTO bank_items (id, member_id, provider, provider_item, institution_id,
            institution_name, sealed_token, state, failures, history_complete, rows_added,
            rows_updated, rows_removed, created_at_ms)
        VALUES ($1, $2, 'sandbox', 'item', NULL, 'Bank', 'sealed', 'good', 0, 1, 0, 0, 0, 0)
        """
    )

    /// Links the home's account, on which the bank told some records.
    private func link(_ home: BankingHome, _ reports: [ReportedRecord]) async throws {
        let call = home.server.call()
        let catalogue = home.server.operations.banking.catalogue
        let item: ID<Entity.BankItem> = call.newID()
        let (id, owner) = (home.account.id, home.owner)
        try await home.server.database.write { session in
            try session.run(Self.itemInsertion, [.id(item), .id(owner.id)])
            try BankAccounts.insert(
                BankAccountRecord(
                    account: id,
                    member: owner.id,
                    item: item,
                    externalKey: "acc",
                    kind: .depository,
                    institution: "Bank"
                ),
                in: session
            )
            let head = try #require(try Households.head(of: owner.household, in: session))
            let ledger = try LedgerWriter(head, catalogue, in: session)
            let account = try #require(
                try Accounts.find(id, of: owner.household, in: session)
            )
            var book = try BankBook(account, in: ledger, reportedBy: "sandbox", call)
            try book.add(reports)
            try book.write()
        }
    }

    private func told(
        _ id: String,
        _ day: String,
        _ minor: Int64,
        _ text: String
    ) throws -> ReportedRecord {
        ReportedRecord(
            providerRecord: id,
            amountMinor: minor,
            day: try #require(CivilDay(day)),
            text: text,
            original: "{}"
        )
    }

    @Test("brings nothing that the bank told, within three days", arguments: Engine.all)
    func known(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await link(
                home,
                [
                    try told("a", "2025-08-10", -400, "ACME HARDWARE"),
                    try told("b", "2025-08-12", -400, "ACME HARDWARE"),
                    try told("c", "2025-08-12", -700, "ACME HARDWARE"),
                ]
            )
            let file = BankFile.ofx([
                ("F1", "2025-08-11", "-4.00", "ACME HARDWARE"),
                ("F2", "2025-08-15", "-4.00", "ACME HARDWARE"),
                ("F3", "2025-08-16", "-7.00", "ACME HARDWARE"),
            ])
            let fields = [("account_id", String(try await home.accountNumber))]
            let preview = try await home.imported(
                file,
                fields + [("preview", "true")],
                status: 200
            )
            // The last one is four days later than what it may be.
            #expect(preview.import.counts == [1, 2, 0, 0])
            #expect(try await home.imported(file, fields).import.counts == [1, 2, 0, 0])
            #expect(try await home.imported(file, fields).import.counts == [0, 3, 0, 0])
            #expect(try await home.list().total == 4)
        }
    }

    @Test("brings nothing that a sync brought, however it names merchants", arguments: Engine.all)
    func synced(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let linked = try await home.owner.purser.call(
                API.Banking.exchangePublicToken,
                .init(publicToken: "public-sandbox-a")
            ).accounts
            _ = try await home.owner.purser.call(API.Banking.syncAccounts)
            let before = try await home.list(.init(limit: PageNumber(100)))
            for account in linked {
                let rows = before.transactions.filter { $0.accountID == account.id }
                #expect(!rows.isEmpty)
                let lines = rows.map { row in
                    let sign = row.amount.minor < 0 ? "" : "-"
                    let minor = row.amount.minor.magnitude
                    let cents = minor % 100 < 10 ? "0\(minor % 100)" : "\(minor % 100)"
                    return (
                        id: "F\(row.id)",
                        day: Zone.utc.day(of: row.date.instant).text,
                        amount: "\(sign)\(minor / 100).\(cents)",
                        name: row.name
                    )
                }
                let fields = [("account_id", String(account.id))]
                let ofx = try await home.imported(BankFile.ofx(lines), fields)
                #expect(ofx.import.counts == [0, Int64(rows.count), 0, 0], "\(account.name)")
                let csv = BankFile.csv(lines.map { ($0.day, $0.amount, $0.name) })
                let plain = try await home.imported(csv, fields)
                #expect(plain.import.counts == [0, Int64(rows.count), 0, 0], "\(account.name)")
            }
            #expect(try await home.list(.init(limit: PageNumber(100))) == before)
        }
    }
}
