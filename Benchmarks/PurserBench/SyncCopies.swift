import ArgumentParser
import Contract
import Foundation
import Kernel
import PurserKit
import PurserKitStore

/// Measures copies on a device: the first one of a household, and a sync that finds nothing new.
struct SyncCopies: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Measures a first copy of a household, and a sync that finds nothing new."
    )

    @Option(help: "A server over a database that seed-copies filled.") var url: String
    @Option(help: "How many devices make a first copy.") var devices = 5
    @Option(help: "How many syncs find nothing new.") var syncs = 200

    static let email = "parent@bench.example"
    static let password = "bench-password-1"

    func run() async throws {
        var firsts: [Duration] = []
        var others: [Duration] = []
        var count = 0
        let clock = ContinuousClock()
        for _ in 0..<devices {
            var configuration = PurserKit.Configuration(.development, at: url)
            configuration.pace = .unlimited
            configuration.storage = .temporary
            let purser = try Purser(configuration: configuration)
            try await purser.session.signIn(email: Self.email, password: Self.password)
            // The connection is there, and the database is open.
            count = try await purser.copies.rules.all().count
            firsts.append(
                try await clock.measure { count += try await purser.copies.sync().pulled }
            )
            for _ in 0..<syncs {
                others.append(try await clock.measure { _ = try await purser.copies.sync() })
            }
            await purser.shutdown()
        }
        let first = firsts.sorted()[firsts.count / 2] / .seconds(1)
        let other = others.sorted()[others.count / 2] / .milliseconds(1)
        print("\(count) records copied in \(first) s, \(other) ms a sync without changes")
    }
}
