import ArgumentParser

/// What the benchmarks need beside the program: much data at once, and a limit to compare with.
@main
struct PurserBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purser-bench",
        abstract: """
            Fills a database for benchmarks, serves it with an echo beside the API, and measures \
            the catalogue, access tokens, the payout of allowances, bank files, \
            recommendations of cards and policies.
            """,
        subcommands: [
            Seed.self, SeedFamily.self, ServeWithEcho.self, Categorise.self, PayOut.self,
            Tokens.self, Sdk.self, ImportFile.self, Journal.self, SeedStatements.self,
            RecommendCards.self, EvaluatePolicies.self, TryPolicies.self, SeedCopies.self,
            SyncCopies.self,
        ]
    )
}
