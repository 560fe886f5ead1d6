import Foundation
import Programs

@testable import Providers

/// django-oauth-toolkit, a provider of OAuth 2 by other hands, in a process of its own.
///
/// Somebody is signed in there already.
struct DjangoProvider: Sendable, Decodable {
    /// A client that it knows.
    struct Known: Sendable, Decodable {
        /// The client's id.
        let client: String
        /// The client's secret, where it can keep one.
        let secret: String?
        /// Where its codes are sent.
        let redirect: String
    }

    /// Where it is, and the `iss` of its tokens.
    let url: String
    /// A client without a secret.
    let native: Known
    /// A client with a secret.
    let web: Known

    /// A verifier (RFC 7636, appendix B).
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// Its challenge by S256.
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// Runs `work` with a provider that has given nothing yet, and is gone afterwards.
    static func with(_ work: (DjangoProvider) async throws -> Void) async throws {
        let python = Program.root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw NoDjangoProvider(reason: ".venv/bin/python is missing: run scripts/setup")
        }
        let path = "Tests/Providers/Issuers/django_provider.py"
        let child = try Child([python, "-u", Program.root.appending(path: path).path])
        do {
            try await until("the provider listens") {
                let isOver = !child.isRunning
                if child.output.hasSuffix("\n") { return true }
                if isOver { throw NoDjangoProvider(reason: child.errors) }
                return false
            }
            try await work(try JSONDecoder().decode(Self.self, from: Data(child.output.utf8)))
        } catch {
            try await child.remove()
            throw error
        }
        try await child.remove()
    }

    /// What exchanges grants there, as the clients that are given.
    func client(
        web: ProviderClient.Client?,
        nativeID: String?,
        _ authentication: ProviderClient.Authentication = .basic
    ) -> ProviderClient {
        ProviderClient(
            url: "\(url)/token/",
            web: web,
            nativeID: nativeID,
            authentication: authentication,
            timeout: .seconds(60)
        )
    }

    /// The web client, as whoever has this secret.
    func web(secret: String?) -> ProviderClient.Client {
        ProviderClient.Client(
            id: web.client,
            secret: secret.map { Secret(Array($0.utf8)) }
        )
    }

    /// A code for whoever has the verifier.
    func code(for known: Known) async throws -> String {
        let challenge = ["code_challenge": Self.challenge, "code_challenge_method": "S256"]
        let answer = try await visit(known, challenge)
        guard let code = answer["code"] else { throw NoDjangoProvider(reason: "\(answer)") }
        return code
    }

    /// What its page sends to a client's redirect URI: a code or an error.
    func visit(_ known: Known, _ fields: [String: String] = [:]) async throws -> [String: String] {
        let usual = [
            "response_type": "code", "client_id": known.client, "redirect_uri": known.redirect,
            "scope": "openid read",
        ]
        let query = usual.merging(fields) { $1 }.flatMap { name, value in
            ["--data-urlencode", "\(name)=\(value)"]
        }
        let quiet = ["-s", "-S", "--noproxy", "*", "--max-time", "60", "-o", "/dev/null"]
        let target = ["-w", "%{redirect_url}", "-G", "\(url)/authorize/"]
        let curl = ["/usr/bin/curl"] + quiet + query + target
        let result = try await Program.run(command: curl)
        guard result.isSuccess, result.output.hasPrefix(known.redirect),
            let items = URLComponents(string: result.output)?.queryItems
        else { throw NoDjangoProvider(reason: result.output + result.errors) }
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }
}

/// There is no provider, or it does not do what it should.
struct NoDjangoProvider: Error {
    let reason: String
}
