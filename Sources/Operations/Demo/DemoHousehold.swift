import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

/// A household to look at: two parents, two children with chores and goals, rules, policies, and
/// four months of transactions.
public struct DemoHousehold: Sendable {
    /// Who signs in, and as what.
    public struct SignIn: Sendable {
        /// The e-mail address.
        public let email: String
        /// `Parent` or `Child`.
        public let role: String
        /// The first name.
        public let firstName: String
    }

    /// The password of all four.
    public static let password = "demo-house-1"
    /// Who signs in; the first is the one a token is printed for.
    public static let signIns = [
        SignIn(email: "ana@demo.example", role: "Parent", firstName: "Ana"),
        SignIn(email: "ben@demo.example", role: "Parent", firstName: "Ben"),
        SignIn(email: "cleo@demo.example", role: "Child", firstName: "Cleo"),
        SignIn(email: "dan@demo.example", role: "Child", firstName: "Dan"),
    ]
    /// The limits of each member, in cents, by Guardian category.
    static let limits: [(category: String, cents: Int64)] = [
        ("fun", 20_000), ("groceries", 80_000), ("fast_food", 15_000),
    ]
    /// Days of history before today.
    static let days = 120
}

extension Operations {
    /// Creates the demo household, once.
    ///
    /// The transactions come from a seed: the same day and seed give the same ones.
    ///
    /// - Returns: Whether it was created now; `false` when it is there already.
    /// - Throws: ``Problem``; `DatabaseError`.
    public func createDemoHousehold(seed: UInt64, _ call: Call) async throws -> Bool {
        let people = DemoHousehold.signIns
        guard try await !isDemoThere() else { return false }
        let ana = try await identity.createUser(
            email: people[0].email,
            password: Password(DemoHousehold.password),
            firstName: people[0].firstName,
            lastName: "Demo",
            timeZone: nil,
            call
        )
        let hash = try await identity.passwords.hash(DemoHousehold.password, for: call.clientKey)
        let others = try await database.write { session in
            try people.dropFirst().map { person in
                try Self.join(person, beside: ana, hash, call, in: session)
            }
        }
        let children = zip(people.dropFirst(), others).filter { $0.0.role == Role.child.rawValue }
        if let child = children.last?.1 { try await makeDemoPolicies(by: ana, for: child, call) }
        for member in [ana] + others { try await setDemoLimits(of: member, by: ana, call) }
        try await makeDemoChildren(by: ana, children.map(\.1), call)
        for (position, member) in ([ana] + others).enumerated() {
            let account = try await ledger.openAccount(.bank, named: "Checking", of: member, call)
            let history = DemoHistory(
                member: member,
                isChild: people[position].role == Role.child.rawValue,
                account: account.account,
                world: account.world,
                until: call.now
            )
            var random = DemoRandom(seed: seed &+ UInt64(position))
            let household = try await household(of: member)
            _ = try await ledger.recordTransfers(history.transfers(&random), of: household, call)
        }
        return true
    }

    /// Whether the household is there, to the last account that is opened in it.
    ///
    /// - Throws: ``Problem`` `conflict` when the program was stopped while it was made.
    private func isDemoThere() async throws -> Bool {
        let people = DemoHousehold.signIns
        return try await database.read { session in
            guard let first = try Members.find(email: people[0].email, in: session) else {
                return false
            }
            // Nobody can remove an account, as they can a member or a limit.
            let accounts = try Accounts.list(of: first.household, in: session)
            guard accounts.count(where: { $0.kind == .bank }) >= people.count else {
                let way = "remove its database and start again"
                throw Problem(.conflict, "The demo household was begun and not finished; \(way)")
            }
            return true
        }
    }

    private func household(of member: ID<Entity.Member>) async throws -> ID<Entity.Household> {
        try await database.read { session in
            try Members.find(member, in: session).orNotFound().household
        }
    }

    private func setDemoLimits(
        of member: ID<Entity.Member>,
        by parent: ID<Entity.Member>,
        _ call: Call
    ) async throws {
        try await database.write { session in
            guard let record = try Members.find(member, in: session),
                var head = try Households.head(of: record.household, in: session)
            else { throw Problem(.notFound) }
            for limit in DemoHousehold.limits {
                head = try GuardianOperations.recordRule(
                    limit.category,
                    limit.cents,
                    of: member,
                    by: parent,
                    head,
                    call,
                    in: session
                ).head
            }
        }
    }

    /// Adds a person to the household of the first parent.
    private static func join(
        _ person: DemoHousehold.SignIn,
        beside parent: ID<Entity.Member>,
        _ passwordHash: String,
        _ call: Call,
        in session: any Session
    ) throws -> ID<Entity.Member> {
        guard let first = try Members.find(parent, in: session),
            let head = try Households.head(of: first.household, in: session),
            let role = Role(rawValue: person.role)
        else { throw Problem(.notFound) }
        let member = MemberRecord(
            id: call.newID(),
            household: first.household,
            role: role,
            email: person.email,
            firstName: person.firstName,
            lastName: "Demo",
            passwordHash: passwordHash,
            createdAt: call.now
        )
        guard try Members.insert(member, in: session) != nil else {
            throw Problem(.conflict, "This e-mail address is taken")
        }
        var child: ChildRecord?
        if role == .child {
            let allowance = DecimalAmount(minor: 1_000)
            child = try AllowanceOperations.openProfile(
                of: member,
                weeklyAllowance: allowance,
                .usd,
                .utc,
                call,
                in: session
            )
        }
        let end = try Edits.append(.joined(member, by: parent, call), to: head, in: session)
        if let child {
            let record = SyncRecordRow.child(child, version: end.sequence)
            try SyncRecords.save(record, of: end.household, in: session)
        }
        return member.id
    }
}
