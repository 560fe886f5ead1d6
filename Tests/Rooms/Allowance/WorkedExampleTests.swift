import Contract
import Foundation
import Kernel
import Operations
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

/// The example of `docs/concepts/allowance.md`, done as it is written there.
///
/// The document's table is the script: each row says on which day what is done, and what everybody
/// has then.
@Suite("The worked example of the document")
struct WorkedExampleTests {
    /// A row of the table.
    struct Row: Sendable {
        let day: String
        let deed: [String]
        let figures: [String]
    }

    private static let document = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/concepts/allowance.md")

    /// The rows that begin with a day: day, deed in backquotes, what it means, figures.
    private static func rows() throws -> [Row] {
        let lines = try String(contentsOf: document, encoding: .utf8).split(separator: "\n")
        return try lines.filter { $0.wholeMatch(of: /\| \d{4}-\d\d-\d\d \|.*/) != nil }.map {
            line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let deed = try #require(cells[1].wholeMatch(of: /`(.+)`/)).1
            return Row(
                day: cells[0],
                deed: deed.split(separator: " ").map(String.init),
                figures: Array(cells[3...])
            )
        }
    }

    @Test("comes out row by row as it is written", arguments: Engine.all)
    func example(engine: Engine) async throws {
        let rows = try Self.rows()
        #expect(rows.count == 16)
        try await withServer(engine) { server in
            let first = try #require(rows.first)
            server.clock.set("\(first.day)T12:00:00Z")
            let family = try await ExampleFamily(server)
            for row in rows {
                server.clock.set("\(row.day)T12:00:00Z")
                try await family.act(row.deed)
                let figures = try await family.figures()
                #expect(figures == row.figures, "\(row.day) \(row.deed.joined(separator: " "))")
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }
}

/// The family of the example: a parent with Anna, who gets 10 a week, and Ben, who gets 5.
private struct ExampleFamily {
    let server: InProcessServer
    private let children: [String: ID<Entity.Child>]

    init(_ server: InProcessServer) async throws {
        self.server = server
        let parent = try await server.registerParent()
        var children: [String: ID<Entity.Child>] = [:]
        for (name, minor) in [("Anna", Int64(1_000)), ("Ben", 500)] {
            let answer = try await parent.purser.call(
                API.Allowance.registerChild,
                API.Allowance.RegisterChildRequest(
                    email: Self.email(of: name),
                    password: InProcessServer.password,
                    firstName: name,
                    lastName: "Doe",
                    weeklyAllowance: DecimalAmount(minor: minor)
                )
            )
            children[name] = answer.childID
            server.clock.advance(seconds: 1)
        }
        self.children = children
    }

    private static func email(of name: String) -> String { "\(name.lowercased())@example.com" }

    private func parent() async throws -> TestMember {
        try await server.login("parent@example.com")
    }

    private func child(_ name: String) throws -> ID<Entity.Child> { try #require(children[name]) }

    private func path(of name: String) throws -> String {
        "/api/v1/children/\(try child(name).text)"
    }

    /// Does what a row says.
    func act(_ deed: [String]) async throws {
        let word = try #require(deed.first)
        switch word {
        case "run": _ = try await server.operations.allowance.payAllowances(server.call())
        case "pool":
            try await put("/api/v1/families/current/pool", #"{"balance":\#(deed[1])}"#)
        case "deposit":
            try await post("/api/v1/families/current/pool/deposits", #"{"amount":\#(deed[1])}"#)
        case "split":
            let parts = #"{"spend":\#(deed[2]),"save":\#(deed[3]),"give":\#(deed[4])}"#
            try await put("\(path(of: deed[1]))/split", parts)
        case "pause": try await post("\(path(of: deed[1]))/schedule/pause", #"{"reason":"Camp"}"#)
        case "resume": try await post("\(path(of: deed[1]))/schedule/resume", nil)
        case "chore": try await rewardChore(of: deed[1], deed[2])
        case "ask":
            let body = #"{"amount":\#(deed[2]),"purpose":"Cinema"}"#
            try await post("/api/v1/requests", body, as: deed[1])
        case "approve": try await decide(of: deed[1], answers: 200)
        case "refused": try await decide(of: deed[1], answers: 400)
        case "save":
            let body = #"{"from":"Spend","to":"Save","amount":\#(deed[2])}"#
            try await post("\(path(of: deed[1]))/jars/moves", body, as: deed[1])
        default: Issue.record("the document says \(word), which nobody can do")
        }
    }

    /// What everybody has: Anna's jars, Ben's wallet, the pool, and what is owed.
    func figures() async throws -> [String] {
        let parent = try await parent()
        var figures: [DecimalAmount] = []
        for name in ["Anna", "Ben"] {
            let request = API.Allowance.ChildRequest(childID: try child(name))
            let jars = try await parent.purser.call(API.Allowance.getJars, request)
            figures += name == "Anna" ? [jars.spend, jars.save, jars.give] : [jars.spend]
        }
        let answer = try await server.get("/api/v1/families/current/pool", token: parent.token)
        let pool = try answer.json()
        return figures.map { DecimalText.text(minor: $0.minor, exponent: 2) }
            + ["balance", "owed"].map { pool[$0]?.text ?? "none" }
    }

    private func put(_ path: String, _ body: String) async throws {
        let answer = try await server.raw("PUT", path, body, token: parent().token)
        #expect(answer.status == 200, "\(path): \(answer.text)")
    }

    private func post(_ path: String, _ body: String?, as name: String? = nil) async throws {
        let token =
            if let name {
                try await server.login(Self.email(of: name)).token
            } else {
                try await parent().token
            }
        let answer = try await server.post(path, body, token: token)
        #expect((200...201).contains(answer.status), "\(path): \(answer.text)")
    }

    /// A chore from its first word to its reward.
    private func rewardChore(of name: String, _ reward: String) async throws {
        let parent = try await parent()
        let body = #"{"title":"Mow the lawn","reward":\#(reward)}"#
        let chores = try "\(path(of: name))/chores"
        let assigned = try await server.post(chores, body, token: parent.token)
        let id = try #require(try assigned.string("id"))
        try await post("/api/v1/chores/\(id)/done", nil, as: name)
        try await post("/api/v1/chores/\(id)/approve", nil)
    }

    /// Agrees to the newest request of a child.
    private func decide(of name: String, answers status: Int) async throws {
        let parent = try await parent()
        let list = try await parent.purser.call(
            API.Allowance.listMoneyRequests,
            .init(state: .pending)
        )
        let request = try #require(list.requests.first { $0.childID == children[name] })
        let path = "/api/v1/requests/\(request.id)/approve"
        let answer = try await server.post(path, nil, token: parent.token)
        #expect(answer.status == status, "\(path): \(answer.text)")
        if status == 400 { #expect(try answer.string("error.code") == "INSUFFICIENT_FUNDS") }
    }
}
