import Foundation
import Kernel
import Programs
import SQL
import SQLiteDriver
import Store

extension Simulator {
    /// Everything is backed up, lost and restored by the program, and everybody signs in again.
    ///
    /// Without the program nothing is lost, and everybody signs in again all the same, so that the
    /// run stays the same.
    func restore() async throws {
        let nowMS = clock.tick(&chance)
        let seeds = households.map { _ in chance.next() }
        history.append("everything is backed up and restored at \(nowMS)", at: report.steps)
        try await reporting {
            if let worker = options.worker {
                let purser = URL(filePath: worker).deletingLastPathComponent()
                    .appending(path: "purser").path
                try await reopening { try await loseAndRestore(purser) }
                report.restores += 1
            }
            demo?.bearer = nil
            for place in households.indices {
                try await signInAgain(place, seeds[place], nowMS)
            }
        }
        try await check()
    }

    private func loseAndRestore(_ purser: String) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-restoring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "backup.db").path
        try await run(purser, "backup", file)
        try await storage.empty()
        try await run(purser, "restore", file)
    }

    private func run(_ purser: String, _ command: String, _ file: String) async throws {
        let result = try await Program.run(
            command: [
                purser, command, "--database", storage.location, "--keys", keys.path, file,
            ]
        )
        try require(result.isSuccess, "\(command): \(result.output)\(result.errors)")
    }

    /// A restore may end sign-ins, all of them or none; then they end anyhow.
    private func signInAgain(_ place: Int, _ seed: UInt64, _ nowMS: Int64) async throws {
        var chance = Chance(seed: seed)
        let members = households[place].present
        let expected = Set(members.flatMap(\.sessions).map(\.session))
        let household = households[place].id
        let living = try await database.write { session in
            let living = try session.rows(Self.sessions, [.id(household)]) { row in
                try row.id(0, Entity.Session.self)
            }
            for member in members {
                let now = Timestamp(milliseconds: nowMS)
                try Sessions.endAll(of: member.id, because: "restored", now: now, in: session)
            }
            return Set(living)
        }
        try require(
            living.isEmpty || living == expected,
            .nothingAcknowledgedIsMissing,
            "after a restore \(living.count) of \(expected.count) sign-ins of \(place) live"
        )
        for index in households[place].members.indices {
            guard !households[place].members[index].isRemoved else { continue }
            households[place].members[index].sessions = []
            let call = PlannedCall(
                number: chance.next(),
                home: place,
                bearer: nil,
                action: .loginMember(email: households[place].members[index].email),
                nowMS: nowMS
            )
            try households[place].settle(call, await performer.perform(call))
        }
    }

    private static let sessions = Statement(
        """
        SELECT s.id FROM sessions s JOIN members m ON m.id = s.member_id
        WHERE m.household_id = $1 AND s.ended_at_ms IS NULL
        """
    )
}

extension Storage {
    /// The database as commands take it.
    fileprivate var location: String {
        switch self {
        case .sqlite(let path): "sqlite://\(path)"
        case .postgres(let url): url
        }
    }

    /// Loses everything.
    fileprivate func empty() async throws {
        switch self {
        case .sqlite(let path):
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        case .postgres:
            let database = try open()
            try await database.exclusively { try $0.script(Self.emptying) }
            await database.close()
        }
    }

    private static let emptying = """
        DO $$
        DECLARE found RECORD;
        BEGIN
            FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
                EXECUTE 'DROP TABLE ' || quote_ident(found.tablename) || ' CASCADE';
            END LOOP;
        END $$
        """
}
