import ArgumentParser
import Server

/// The program: server, demo, and the operator's commands.
@main
struct Purser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purser",
        abstract: "Keeps a household's money: one ledger, decided by the family's own rules.",
        version: Version.text,
        subcommands: [
            Serve.self, Demo.self, Verify.self, Decide.self, BacktestCommand.self,
            OpenAPICommand.self, UserCommand.self, HouseholdCommand.self, KeysCommand.self,
            AllowanceCommand.self, ImportCommand.self, ExportCommand.self, PlacesCommand.self,
            ModelCommand.self, SearchCommand.self, Backup.self, Restore.self,
            SandboxBankCommand.self,
        ]
    )
}
