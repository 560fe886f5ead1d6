import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// A family on a real server, with an app of the parent's and one of the child's.
struct ModelFamily {
    let server: InProcessServer
    let parent: TestMember
    let child: TestMember
    /// The parent's app.
    let app: Purser
    /// The parent's way to the server.
    let network: BreakableTransport
    /// The child's app.
    let childApp: Purser
    let childID: ID<Entity.Child>

    private init(_ server: InProcessServer) async throws {
        self.server = server
        parent = try await server.registerParent()
        child = try await server.registerChild(of: parent)
        network = BreakableTransport(server.transport())
        let time = TestTimekeeper(server.clock)
        app = try .test(
            network,
            tokens: MemoryTokenStore.signedIn(parent.token, at: server.clock.now),
            time: time
        )
        childApp = try server.app(of: child)
        childID = try await app.allowance.familyChildren().children[0].childID
    }

    /// Runs `work` with a family.
    static func with(
        _ work: @escaping @MainActor @Sendable (ModelFamily) async throws -> Void
    ) async throws {
        try await withServer(.sqlite) { server in
            let family = try await ModelFamily(server)
            try await work(family)
            await family.app.shutdown()
            await family.childApp.shutdown()
        }
    }

    /// How many rows the server has in a table.
    func rows(of table: String) async throws -> Int {
        try await server.contents().count(table)
    }

    /// Limits the child's fun, and has the child declined some.
    func decline(_ cents: Int64...) async throws {
        let child = MemberReference(child.id.text)
        _ = try await app.guardian.setRule(
            category: "fun",
            monthlyLimitCents: 100,
            userID: child
        )
        for cents in cents {
            _ = try await childApp.guardian.authorizePurchase(
                amountCents: cents,
                merchant: "Arcade",
                category: "fun"
            )
        }
    }
}

/// Returns when a condition of a model holds that other tasks bring about.
@MainActor
func untilShown(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: @MainActor () -> Bool
) async {
    await eventually("the model shows it", sourceLocation: sourceLocation) { condition() }
}
