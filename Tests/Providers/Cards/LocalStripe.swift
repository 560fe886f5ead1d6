import Foundation
import Programs
import Providers

/// localstripe, a stand-in for Stripe by other hands, in a process of its own.
struct LocalStripe: Sendable {
    /// Where it is.
    let url: String

    /// Started by itself it listens on every address of the machine, and all of its processes keep
    /// what they hold in one file.
    private static let program = """
        import socket
        from aiohttp import web
        from localstripe.resources import Store
        from localstripe.server import app
        Store.dump_to_disk = lambda self: None
        web.run_app(app, sock=socket.create_server(("127.0.0.1", 0)))
        """

    /// Runs `work` with a localstripe that knows nothing, and is gone afterwards.
    static func with(_ work: (LocalStripe) async throws -> Void) async throws {
        let python = Program.root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw NoLocalStripe(reason: ".venv/bin/python is missing: run scripts/setup")
        }
        let child = try Child([python, "-u", "-c", program])
        do {
            try await work(try await LocalStripe(child))
        } catch {
            try await child.remove()
            throw error
        }
        try await child.remove()
    }

    private init(_ child: Child) async throws {
        var url: Substring?
        try await until("localstripe listens") {
            let isOver = !child.isRunning
            url = child.output.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)?.output
            if isOver { throw NoLocalStripe(reason: child.errors) }
            return url != nil
        }
        self.url = String(url ?? "")
    }

    /// A client of it.
    var client: StripeProcessor {
        StripeProcessor(secretKey: Secret(Array("sk_test_local".utf8)), baseURL: url)
    }

    /// Makes a card by its number, as an app would, and tells its id.
    func card(_ number: String) async throws -> String {
        let fields = [
            "type=card", "card[number]=\(number)", "card[exp_month]=12", "card[exp_year]=2040",
            "card[cvc]=123",
        ]
        let answer = try await post("/v1/payment_methods", fields)
        guard let id = answer.firstMatch(of: /"id": "(pm_\w+)"/)?.1 else {
            throw NoLocalStripe(reason: answer)
        }
        return String(id)
    }

    /// Has webhooks sent to a URL from now on.
    func sendWebhooks(to target: String, secret: String) async throws {
        _ = try await post("/_config/webhooks/test", ["url=\(target)", "secret=\(secret)"])
    }

    private func post(_ path: String, _ fields: [String]) async throws -> String {
        let quiet = ["-s", "-S", "--noproxy", "*", "--max-time", "60", "-u", "sk_test_local:"]
        let form = fields.flatMap { ["--data-urlencode", $0] }
        let curl = ["/usr/bin/curl"] + quiet + form + [url + path]
        let result = try await Program.run(command: curl)
        guard result.isSuccess else { throw NoLocalStripe(reason: result.errors) }
        return result.output
    }
}

/// There is no localstripe, or it does not do what it should.
struct NoLocalStripe: Error {
    let reason: String
}
