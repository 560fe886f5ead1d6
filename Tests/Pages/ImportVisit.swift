import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// A member who imports bank files in the web app.
struct ImportVisit {
    static let path = "/app/transactions/import"

    let server: InProcessServer
    let member: TestMember
    let web: WebVisit

    init(_ member: TestMember, _ server: InProcessServer) async throws {
        self.server = server
        self.member = member
        web = try await WebVisit.signedIn(member, server)
    }

    /// Opens a page, a moment later: what was imported before is done by then.
    func get(_ path: String = ImportVisit.path) async throws -> TransportResponse {
        server.clock.advance(seconds: 2)
        return try await web.get(path)
    }

    /// Chooses a file on the page, and sends its form.
    func choose(
        _ file: String,
        named name: String = "may.csv",
        account: String = "",
        accountName: String = "",
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let hidden = WebVisit.hidden(try await get().text, to: Self.path)
        var fields = hidden.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        fields += [("account", account), ("account_name", accountName)]
        server.clock.advance(seconds: 2)
        return try await web.upload(Self.path, fields, file, named: name, headers: headers)
    }

    /// Says that a form with a file comes that is too large, and sends none of it.
    func announce(_ headers: Headers) async throws -> TransportResponse {
        var headers = headers
        headers["Content-Type"] = "multipart/form-data; boundary=frame"
        headers["Content-Length"] = "62914560"
        return try await web.ask("POST", Self.path, nil, headers)
    }

    /// Sends one of the forms of a page about a file, with what is hidden in it and more.
    func press(
        _ job: String,
        on page: TransportResponse,
        _ fields: [String: String] = [:]
    ) async throws -> TransportResponse {
        let form = try #require(
            page.text.split(separator: "<form").first { $0.contains("value=\"\(job)\"") },
            "no form does \(job)"
        )
        let action = try #require(form.firstMatch(of: /action="([^"]*)"/))
        let hidden = form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
            .map { (String($0.1), String($0.2).replacing("&quot;", with: "\"")) }
        let all = Dictionary(hidden, uniquingKeysWith: { first, _ in first })
            .merging(["do": job]) { $1 }.merging(fields) { $1 }
        server.clock.advance(seconds: 2)
        return try await web.post(String(action.1), all)
    }

    /// The place to which an answer sends the browser.
    func follow(_ answer: TransportResponse) async throws -> TransportResponse {
        #expect(answer.status == 303, "\(answer.text)")
        return try await get(try #require(answer.headers["Location"]))
    }

    func imports() async throws -> [API.Banking.Import] {
        try await member.purser.call(API.Banking.listImports).imports
    }

    func list() async throws -> API.Banking.TransactionListResponse {
        try await member.purser.call(API.Banking.listTransactions, .init())
    }
}

extension WebVisit {
    /// Sends a form of several parts with a file in it, as a browser does.
    func upload(
        _ path: String,
        _ fields: [(String, String)],
        _ file: String,
        named name: String,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let head = { (name: String) in
            "--frame\r\nContent-Disposition: form-data; name=\"\(name)\""
        }
        let parts = fields.map { "\(head($0))\r\n\r\n\($1)\r\n" }
        let body =
            parts.joined() + "\(head("file")); filename=\"\(name)\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n\(file)\r\n--frame--\r\n"
        var headers = headers
        headers["Content-Type"] = "multipart/form-data; boundary=frame"
        return try await ask("POST", path, body, headers)
    }
}

/// Runs `work` with a parent and a child who import files; afterwards the books must fit.
func withImports(
    _ engine: Engine = .sqlite,
    at instant: String = "2025-08-20T12:00:00Z",
    _ work: (_ parent: ImportVisit, _ child: ImportVisit) async throws -> Void
) async throws {
    try await withServer(engine, clock: TestClock(instant)) { server in
        let parent = try await server.registerParent()
        let child = try await server.registerChild(of: parent)
        try await work(
            try await ImportVisit(parent, server),
            try await ImportVisit(child, server)
        )
        #expect(try await server.faultInBooks() == nil)
    }
}
