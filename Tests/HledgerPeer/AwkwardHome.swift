import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed

/// A household with names and bookings that a journal could be read wrongly by.
struct AwkwardHome {
    let server: InProcessServer
    let owner: TestMember
    /// Two accounts of one name.
    let accounts: [TestAccount]
    let card: TestAccount
    let funding: TestAccount
    let yen: TestAccount

    var reader: Reader { Reader(server: server, email: owner.email, app: owner.purser) }

    init(on server: InProcessServer) async throws {
        self.server = server
        let owner = try await server.registerParent()
        self.owner = owner
        let open = { (kind: AccountKind, name: String) in
            let opened = try await server.operations.ledger.openAccount(
                kind,
                named: name,
                of: owner.id,
                server.call()
            )
            return TestAccount(owner: owner, id: opened.account, world: opened.world)
        }
        accounts = [
            try await open(.bank, "Giro;  Nord :x"), try await open(.bank, "Giro;\tNord :x"),
        ]
        card = try await open(.card, "=Visa (1) | 12.00 USD")
        funding = try await open(.funding, "Visa 4242")
        yen = try await Self.openYen(of: owner, on: server)
    }

    /// Opens an account in a currency without decimals, which no operation does yet.
    private static func openYen(
        of owner: TestMember,
        on server: InProcessServer
    ) async throws -> TestAccount {
        let call = server.call()
        guard let yen = Currency(code: "JPY") else { throw NoYen() }
        let ids = (1...2).map { ID<Entity.Account>(RawID(high: 0x0194_4B1E_7A40_7C31, low: $0)) }
        try await server.database.write { session in
            for (id, kind, member) in [
                (ids[0], AccountKind.world, nil as ID<Entity.Member>?), (ids[1], .bank, owner.id),
            ] {
                let account = AccountRecord(
                    id: id,
                    household: owner.household,
                    member: member,
                    kind: kind,
                    name: "日本\u{3000}\u{3000}銀行",
                    currency: yen,
                    createdAt: call.now
                )
                try Accounts.insert(account, in: session)
            }
        }
        return TestAccount(owner: owner, id: ids[1], world: ids[0])
    }

    /// Records what happened in August.
    ///
    /// - Returns: The transfers that moved a balance, and those that did not.
    func record() async throws -> (shown: [ID<Entity.Transfer>], hidden: [ID<Entity.Transfer>]) {
        let (first, second) = (accounts[0], accounts[1])
        var shown: [ID<Entity.Transfer>] = []
        let opening = moved(10_000, from: first.world, to: first.id, .opening, on: 1)
        shown += try await server.record(opening, in: first)
        shown += try await server.record(
            bought(300, at: "(1) Aldi; Nord", on: 2, from: first),
            bought(700, at: "= Aldi", on: 3, from: first),
            bought(1_250, at: "* Aldi | Nord", on: 4, from: card),
            bought(999, at: "! 1,00 EUR", on: 4, from: funding),
            in: first
        )
        shown += try await server.record(
            first.reversal(of: shown[2], 700, on: Self.morning(of: 5)),
            in: first
        )
        let pending = try await server.record(
            bought(4_000, at: "; Dinner", on: 5, from: first, phase: .pending),
            bought(50, at: "Given up", on: 5, from: first, phase: .pending),
            bought(60, at: "Still pending", on: 5, from: first, phase: .pending),
            in: first
        )
        shown += try await server.record(
            bought(4_800, at: "; Dinner", on: 6, from: first, phase: .post, pending: pending[0]),
            moved(2_000, from: first.id, to: second.id, .own, on: 7),
            moved(1_234, from: yen.world, to: yen.id, .income, in: "JPY", on: 8),
            in: first
        )
        let void = try await server.record(
            bought(50, at: "Given up", on: 6, from: first, phase: .void, pending: pending[1]),
            in: first
        )
        return (shown, pending + void)
    }

    private func bought(
        _ minor: Int64,
        at merchant: String,
        on day: Int,
        from account: TestAccount,
        phase: Transfer.Phase = .posted,
        pending: ID<Entity.Transfer>? = nil
    ) -> NewTransfer {
        account.purchase(
            minor,
            account.id == accounts[0].id ? "FOOD_AND_DRINK_GROCERIES" : "Own: word;  x",
            at: merchant,
            on: Self.morning(of: day),
            phase: phase,
            pending: pending
        )
    }

    private func moved(
        _ minor: Int64,
        from debit: ID<Entity.Account>,
        to credit: ID<Entity.Account>,
        _ kind: Transfer.Kind,
        in code: String = "USD",
        on day: Int
    ) -> NewTransfer {
        NewTransfer(
            debitAccount: debit,
            creditAccount: credit,
            amount: Money(minor: minor, currency: Currency(code: code) ?? .usd),
            kind: kind,
            member: owner.id,
            occurredAt: Self.morning(of: day)
        )
    }

    private static func morning(of day: Int) -> Timestamp {
        Timestamp(test: "2025-08-0\(day)T08:00:00Z")
    }
}

/// ISO 4217 lists no yen.
private struct NoYen: Error {}
