import Kernel
import Ledger
import SQL
import Store
import Testbed

/// A household with a parent, a child and their accounts, put in row by row.
struct Seed: Sendable {
    let household: ID<Entity.Household>
    let parent: ID<Entity.Member>
    let child: ID<Entity.Member>
    let world: ID<Entity.Account>
    let bank: ID<Entity.Account>
    let wallet: ID<Entity.Account>

    static let now = TestClock.noon

    /// Puts a household in, whose e-mail addresses hold its name.
    static func plant(
        _ name: String = "doe",
        ids: any IDSource = SequentialIDs(),
        in session: any Session
    ) throws -> Seed {
        let seed = Seed(
            household: ids.next(at: now),
            parent: ids.next(at: now),
            child: ids.next(at: now),
            world: ids.next(at: now),
            bank: ids.next(at: now),
            wallet: ids.next(at: now)
        )
        try Households.insert(seed.record, in: session)
        for member in [seed.member(.parent, name), seed.member(.child, name)] {
            guard try Members.insert(member, in: session) != nil else { throw SeedError() }
        }
        for account in seed.accounts { try Accounts.insert(account, in: session) }
        return seed
    }

    var record: HouseholdRecord {
        HouseholdRecord(
            id: household,
            name: "Doe Family",
            timeZone: "America/New_York",
            currency: .usd,
            createdAt: Self.now
        )
    }

    func member(_ role: Role, _ name: String = "doe") -> MemberRecord {
        MemberRecord(
            id: role == .parent ? parent : child,
            household: household,
            role: role,
            email: "\(role.rawValue.lowercased())@\(name).example",
            firstName: role == .parent ? "John" : nil,
            lastName: role == .parent ? "Doe" : nil,
            passwordHash: role == .parent ? "$argon2id$hash" : nil,
            createdAt: Self.now
        )
    }

    var accounts: [AccountRecord] {
        let kinds: [(ID<Entity.Account>, ID<Entity.Member>?, AccountKind)] = [
            (world, nil, .world), (bank, parent, .bank), (wallet, child, .wallet),
        ]
        return kinds.map { id, member, kind in
            AccountRecord(
                id: id,
                household: household,
                member: member,
                kind: kind,
                name: kind.rawValue,
                currency: .usd,
                createdAt: Self.now
            )
        }
    }

    /// Where the household's chain began.
    var origin: ChainHead {
        ChainHead(household: household, sequence: 0, hash: ChainLink.genesis)
    }

    /// Records a transfer as the next link of its household's chain, and returns the new end.
    func append(
        _ transfer: Transfer,
        to head: ChainHead,
        in session: any Session
    ) throws -> ChainHead {
        let link = ChainLink(after: head, content: transfer.chainContent)
        let end = try Households.advance(head, by: link, in: session)
        try Transfers.insert([(transfer, link)], in: session)
        return end
    }

    /// A purchase from the bank account, with changes.
    func transfer(
        _ id: ID<Entity.Transfer>,
        phase: Transfer.Phase = .posted,
        pending: ID<Entity.Transfer>? = nil,
        reverses: ID<Entity.Transfer>? = nil,
        member: ID<Entity.Member>? = nil,
        details: Transfer.Details = Transfer.Details()
    ) -> Transfer {
        Transfer(
            id: id,
            household: household,
            debitAccount: bank,
            creditAccount: world,
            amount: Money(minor: 1_234, currency: .usd),
            kind: .purchase,
            phase: phase,
            pending: pending,
            reverses: reverses,
            member: member,
            details: details,
            occurredAt: Self.now,
            day: CivilDay(dayNumber: 20_103),
            recordedAt: Self.now.adding(milliseconds: 1)
        )
    }
}

struct SeedError: Error {}

/// Runs `work` on a new database with one household in it.
func withSeed<R>(
    _ engine: Engine,
    _ work: (any Database, Seed) async throws -> R
) async throws -> R {
    try await withMigratedDatabase(engine) { database in
        let seed = try await database.write { try Seed.plant(in: $0) }
        return try await work(database, seed)
    }
}

/// The id of that number.
func id<Entity>(_ number: UInt64, _ kind: Entity.Type = Entity.self) -> ID<Entity> {
    ID(RawID(high: 0x0194_6A5C_F400_7001, low: 0x8000_0000_0000_0000 | number))
}
