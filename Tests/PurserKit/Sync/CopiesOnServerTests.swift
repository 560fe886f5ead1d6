import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@Suite("Local copies of the real server's records")
struct CopiesOnServerTests {
    /// A family with a device each.
    struct Family {
        let server: InProcessServer
        let parentLink: InterposedTransport
        let parent: Purser
        let child: Purser
        let childID: ID<Entity.Child>
        let member: MemberReference

        init(_ server: InProcessServer) async throws {
            self.server = server
            let registered = try await server.registerParent()
            let alice = try await server.registerChild(of: registered)
            member = MemberReference(alice.id.text)
            let family = try await registered.purser.call(API.Allowance.familyChildren)
            childID = try #require(family.children.first).childID
            parentLink = InterposedTransport(server.transport())
            let time = TestTimekeeper(server.clock)
            parent = try .test(parentLink, time: time)
            try await parent.session.signIn(email: registered.email, password: "password123")
            child = try .test(server.transport(), time: time)
            try await child.session.signIn(email: alice.email, password: "password123")
        }

        func shutdown() async {
            await parent.shutdown()
            await child.shutdown()
        }
    }

    @Test("A parent's limits and geofences of a child reach the child", arguments: Engine.all)
    func ofChild(_ engine: Engine) async throws {
        try await withServer(engine) { server in
            let family = try await Family(server)
            let copies = family.parent.copies
            try await copies.rules(of: family.member)
                .add(.init(category: "fun", monthlyLimitCents: 2_000))
            let fence = try await copies.geofences(of: family.member).add(CopiesTests.school)
            let report = try await copies.sync()
            #expect(report.pushed.count == 2 && report.isComplete)
            #expect(try await copies.rules.all().isEmpty)

            try await copies.geofences(of: family.member).edit(fence.id) { $0.policy = .warn }
            #expect(try await copies.geofences(of: family.member).sync().isComplete)

            try await family.child.copies.rules.sync()
            try await family.child.copies.geofences.sync()
            let rules = try await family.child.copies.rules.all()
            let fences = try await family.child.copies.geofences.all()
            #expect(rules.map(\.monthlyLimitCents) == [2_000])
            #expect(fences.map(\.policy) == [.warn] && fences.map(\.name) == ["School"])

            // A child may not change them; the change stays on the device until it is given up.
            let rule = try #require(rules.first)
            try await family.child.copies.rules.edit(rule.id) { $0.monthlyLimitCents = 9_000 }
            let refused = try await family.child.copies.rules.sync()
            #expect(refused.refused.map(\.error.kind) == [.forbidden] && !refused.isComplete)
            #expect(try await family.child.copies.rules.all().map(\.isEdited) == [true])
            try await family.child.copies.rules.revert(rule.id)
            #expect(try await family.child.copies.rules.sync().isComplete)
            #expect(try await family.child.copies.rules.all().map(\.monthlyLimitCents) == [2_000])
            await family.shutdown()
        }
    }

    @Test("A child's allowance is edited, and nothing else of it", arguments: Engine.all)
    func children(_ engine: Engine) async throws {
        try await withServer(engine) { server in
            let family = try await Family(server)
            let children = family.parent.copies.children
            try await children.sync()
            let alice = try #require(try await children.all().first)
            #expect(alice.id == family.childID.text && alice.firstName == "Alice")
            try await children.edit(alice.id) { $0.weeklyAllowance = DecimalAmount(minor: 1_250) }
            await CopiesTests.expect(.invalid) {
                try await children.edit(alice.id) { $0.weeklyAllowance = DecimalAmount(minor: -1) }
            }
            await CopiesTests.expect(.invalid) { try await children.delete(alice.id) }
            await CopiesTests.expect(.invalid) { _ = try await children.add(alice.record) }
            #expect(try await children.sync().pushed == [alice.id])

            // The other parent's amount stays when both change it.
            try await children.edit(alice.id) { $0.weeklyAllowance = DecimalAmount(minor: 1) }
            _ = try await family.parent.allowance.updateAllowance(
                childID: family.childID,
                weeklyAllowance: DecimalAmount(minor: 2_000)
            )
            let report = try await children.sync()
            #expect(report.conflicts.map(\.kept) == [.number("20")])
            #expect(try await children.all().map(\.weeklyAllowance.minor) == [2_000])
            let there = try await family.parent.allowance.getChild(childID: family.childID)
            #expect(there.weeklyAllowance.minor == 2_000)
            await family.shutdown()
        }
    }

    @Test(
        "A chore is assigned once, finished by the child, and not taken back after",
        arguments: Engine.all
    )
    func chores(_ engine: Engine) async throws {
        try await withServer(engine) { server in
            let family = try await Family(server)
            let assigned = family.parent.copies.chores(of: family.childID)
            let own = family.child.copies.chores(of: family.childID)
            let chore = try await assigned.add(
                CopiedChore(title: "Mow the lawn", reward: DecimalAmount(minor: 750))
            )
            try await assigned.edit(chore.id) { $0.reward = DecimalAmount(minor: 800) }
            family.parentLink.loseAnswer { $0.method == .post }
            // The client tries again with the same key by itself.
            #expect(try await assigned.sync().pushed == [chore.id])
            await CopiesTests.expect(.invalid) {
                try await assigned.edit(chore.id) { $0.title = "Something else" }
            }

            try await own.sync()
            let mine = try #require(try await own.all().first)
            #expect(try await own.all().count == 1 && mine.reward.minor == 800)
            try await own.finish(mine.id)
            #expect(try await own.sync().pushed == [mine.id])
            #expect(try await own.find(mine.id)?.doneAt != nil)
            await CopiesTests.expect(.conflict) { try await own.finish(mine.id) }

            try await assigned.delete(chore.id)
            let report = try await assigned.sync()
            #expect(report.conflicts.map(\.field) == [nil] && report.isComplete)
            #expect(try await assigned.all().map(\.state) == [.done])

            let second = try await assigned.add(
                CopiedChore(title: "Wash up", reward: DecimalAmount(minor: 0))
            )
            try await assigned.sync()
            try await own.sync()
            let washing = try #require(try await own.all().first { $0.title == "Wash up" })
            try await own.finish(washing.id)
            try await assigned.delete(second.id)
            #expect(try await assigned.sync().deleted == [second.id])
            let gone = try await own.sync()
            #expect(gone.deleted == [washing.id] && gone.conflicts.map(\.field) == [nil])
            await family.shutdown()
        }
    }

    @Test("Copies are their member's, and gone at sign-out", arguments: Engine.all)
    func owner(_ engine: Engine) async throws {
        try await withServer(engine) { server in
            let family = try await Family(server)
            let rules = family.parent.copies.rules
            try await rules.add(.init(category: "fun", monthlyLimitCents: 100))
            try await family.parent.session.signOut()
            await CopiesTests.expect(.unauthorized) { _ = try await rules.all() }
            await CopiesTests.expect(.unauthorized) { try await rules.sync() }
            try await family.parent.session.signIn(
                email: "alice@example.com",
                password: "password123"
            )
            #expect(try await rules.all().isEmpty)
            try await family.parent.session.signOut()
            try await family.parent.session.signIn(
                email: "parent@example.com",
                password: "password123"
            )
            #expect(try await rules.all().isEmpty)
            #expect(try await rules.sync().didSomething == false)
            await family.shutdown()
        }
    }
}
