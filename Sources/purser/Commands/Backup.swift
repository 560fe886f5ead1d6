import ArgumentParser
import Foundation
import Kernel
import Operations
import SQL
import SQLiteDriver
import Server
import Store

/// Copies everything that is stored into one file, and verifies the copy.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies everything into one file while the server serves, and verifies it.",
        discussion: """
            The file is an SQLite database, whichever engine it comes from. The key file is not in \
            it: keep that apart.
            """
    )

    @OptionGroup var storage: StorageFlags
    @Argument(help: "The file to make; it must not be there yet.") var file: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("\(file) is there already")
        }
        let draft = "\(file).\(UUID().uuidString.lowercased()).part"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        try await Installation.with(storage, to: .look) { installation in
            if let sqlite = installation.database as? SQLiteDatabase {
                try await sqlite.backup(to: draft)
            } else {
                try await Self.copy(installation.database, to: draft)
            }
            // It has its name only once it is known to be good.
            let report = try await installation.verified(copy: draft)
            try SQLiteDatabase.publish(draft, as: file)
            print("backed up and verified: \(report.households) households, \(report.links) links")
        }
    }

    /// Copies one snapshot of a database of another engine into a new file.
    private static func copy(_ source: any Database, to file: String) async throws {
        let folder = try WorkFolder()
        defer { folder.remove() }
        let target = try SQLiteDatabase(path: folder.file("copy.db"))
        try await target.closing {
            try await Migrator(Migrations.all).migrate(target, now: SystemTime.now())
            try await target.write { try CopyEverything.begin(in: $0) }
            let pages = PageRelay(target: target)
            try await source.read { session in
                try CopyEverything.read(in: session) { try pages.write($0) }
            }
            // A single file, without a log beside it.
            try await target.backup(to: file)
        }
    }
}
