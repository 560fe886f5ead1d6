import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations
import Server

/// Creates a demo household once, and serves it.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves a demo household with four months of transactions.",
        discussion: "Kept in purser-demo.db in the working directory unless a database is given."
    )

    @OptionGroup var storage: StorageFlags
    @OptionGroup var serving: ServerFlags

    @Option(help: "Seed of the transactions.")
    var seed: UInt64 = 1

    func run() async throws {
        var settings = try await Settings(storage, serving, standardDatabase: "purser-demo.db")
        settings.server.showsComponents = true
        let installation = try await Installation(settings)
        let call = installation.operatorCall()
        _ = try await installation.operations.createDemoHousehold(seed: seed, call)
        let parent = DemoHousehold.signIns[0]
        let session = try await installation.operations.identity.loginMember(
            API.Allowance.LoginRequest(
                email: parent.email,
                password: Password(DemoHousehold.password)
            ),
            call
        )
        let host = settings.server.host
        try await installation.serve(settings) { port in
            Self.printInstructions(to: "http://\(host):\(port)", token: session.token)
        }
    }

    private static func printInstructions(to url: String, token: String) {
        let people = DemoHousehold.signIns.map { person in
            "  \(person.email)  \(person.role)  \(person.firstName)"
        }
        let text = """

            Sign-ins (password \(DemoHousehold.password)):
            \(people.joined(separator: "\n"))

            A token of \(DemoHousehold.signIns[0].firstName)'s, good for 24 hours:

            export TOKEN=\(token)

            Try:

            curl -s \(url)/health
            curl -s \(url)/rules -H "Authorization: Bearer $TOKEN"
            curl -s \(url)/guardian/authorize -H "Authorization: Bearer $TOKEN" \\
              --json '{"amount_cents": 5000, "merchant": "Steam", "category": "fun"}'

            Stop with Control-C.

            Purser serves a demo household at \(url)

            """
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
