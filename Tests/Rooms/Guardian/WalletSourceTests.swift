import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A wallet as what a child pays with")
struct WalletSourceTests {
    @Test("is made so by a parent, and shown as the default", arguments: Engine.all)
    func document(engine: Engine) async throws {
        try await withServer(engine) { server in
            server.clock.set("2025-01-15T10:00:00Z")
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let made = try await server.post(
                "/funding/wallet",
                #"{"user_id": "\#(child.id.text)"}"#,
                token: parent.token
            )
            #expect(made.status == 200)
            #expect(
                made.text
                    == #"{"id":1,"label":"Wallet","provider":"mock","type":"wallet","#
                    + #""external_id":"wallet","created_at":"2025-01-15T10:00:00"}"#
            )
            let standard = try await server.get("/funding/default", token: child.token)
            #expect(standard.status == 200 && standard.text == made.text)
            let own = try await server.get("/funding/default", token: parent.token)
            #expect(own.status == 404)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("stays so when it is made so again, and nothing is written", arguments: Engine.all)
    func again(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(500)
            let first = try await child.purser.call(API.Guardian.defaultFundingSource)
            let before = try await server.contents()
            #expect(try await parent.setWalletSource(of: child) == first)
            let number = try await child.purser.call(API.Banking.currentUser).id
            let byNumber = try await server.post(
                "/funding/wallet",
                #"{"user_id":\#(number)}"#,
                token: parent.token
            )
            #expect(byNumber.status == 200)
            #expect(try await server.contents() == before)
        }
    }

    @Test("is one, however many make it so at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let sources = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await parent.setWalletSource(of: child).id }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(sources.count == 1)
            #expect(try await server.contents().count("funding_sources") == 1)
            #expect(try await edits(server).count == 1)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "comes before the child's cards, gives way to the first of them, and comes back as it was",
        arguments: Engine.all
    )
    func cards(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let standard = {
                try await child.purser.call(API.Guardian.defaultFundingSource)
            }
            let card = try await child.addCard("card_1")
            try await child.addCard("card_2")
            let wallet = try await parent.setWalletSource(of: child)
            #expect(try await standard() == wallet)
            #expect(try await parent.deleteWalletSource(of: child).status == "deleted")
            let first = try await standard()
            #expect(first.id == card && first.type == .card)
            server.clock.advance(seconds: 60)
            #expect(try await parent.setWalletSource(of: child) == wallet)
            #expect(try await standard() == wallet)
            #expect(try await server.contents().count("funding_sources") == 3)
            let flags = [#""is_default":true"#, #""is_default":false"#, #""is_default":true"#]
            let edits = try await edits(server)
            #expect(edits.map(\.author) == [parent.id, parent.id, parent.id])
            #expect(
                edits.map(\.body) == flags.map { #"{"member":"\#(child.id.text)",\#($0)}"# }
            )
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("that is not so cannot be ended, and nothing is written", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(500)
            let other = try await server.registerChild("bob@example.com", of: parent)
            try await parent.deleteWalletSource(of: child)
            let before = try await server.contents()
            for member in [child, other] {
                let answer = await refusal { try await parent.deleteWalletSource(of: member) }
                #expect(answer?.status == 404 && answer?.code == "not found")
            }
            let gone = await refusal {
                try await child.purser.call(API.Guardian.defaultFundingSource)
            }
            #expect(gone?.status == 404 && gone?.code == "no default funding source")
            #expect(try await server.contents() == before)
        }
    }

    @Test("is no card, whatever a card is called", arguments: Engine.all)
    func names(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(500)
            let wallet = try await child.purser.call(API.Guardian.defaultFundingSource).id
            let card = try await child.addCard("wallet")
            #expect(card != wallet)
            #expect(try await child.addCard("wallet") == card)
            let other = try await server.registerChild("bob@example.com", of: parent)
            try await other.addCard("wallet")
            #expect(try await parent.setWalletSource(of: other).type == .wallet)
            #expect(try await server.contents().count("funding_sources") == 4)
        }
    }

    @Test("is for a parent to decide, and for its own children alone", arguments: Engine.all)
    func strangers(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(500)
            let (stranger, other) = try await server.registerPayingChild(500, "roe")
            let spouse = try await server.registerParent("third@example.com")
            let before = try await server.contents()
            let nobody = "00000000-0000-7000-8000-000000000000"
            let named = [
                parent.id.text, other.id.text, stranger.id.text, spouse.id.text, nobody, "0", "x",
            ]
            for name in named {
                let answers = [
                    try await server.post(
                        "/funding/wallet",
                        #"{"user_id":"\#(name)"}"#,
                        token: parent.token
                    ),
                    try await server.raw(
                        "DELETE",
                        "/funding/wallet?user_id=\(name)",
                        nil,
                        token: parent.token
                    ),
                ]
                for answer in answers {
                    #expect(answer.status == 404, "\(name)")
                    #expect(try answer.string("error") == "not found")
                }
            }
            for member in [child, other] {
                let made = await refusal { try await member.setWalletSource(of: child) }
                #expect(made?.status == 403)
                let ended = await refusal { try await member.deleteWalletSource(of: child) }
                #expect(ended?.status == 403)
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("is nobody's where nobody is named", arguments: Engine.all)
    func unnamed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, _) = try await server.registerPayingChild(500)
            let before = try await server.contents()
            let answers = [
                try await server.post("/funding/wallet", "{}", token: parent.token),
                try await server.post("/funding/wallet", #"{"user_id":" "}"#, token: parent.token),
                try await server.raw("DELETE", "/funding/wallet", nil, token: parent.token),
            ]
            for answer in answers {
                #expect(answer.status == 400)
                #expect(try answer.string("error") == "user_id is required")
            }
            #expect(try await server.contents() == before)
        }
    }

    // MARK: What was written

    private static let selection = Statement(
        "SELECT author_id, body FROM edits WHERE kind = 'funding.wallet' ORDER BY sequence"
    )

    private func edits(
        _ server: InProcessServer
    ) async throws -> [(author: ID<Entity.Member>, body: String)] {
        try await server.database.read { session in
            try session.rows(Self.selection) { (try $0.id(0), $0.text(1)) }
        }
    }
}
