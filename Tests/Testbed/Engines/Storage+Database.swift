public import SQL
import SQLiteDriver
public import Simulation

extension Storage {
    /// Where a database of the tests lies, for what opens it for itself.
    public static func of(_ database: any Database) async throws -> Storage {
        if let file = database as? SQLiteDatabase { return .sqlite(path: file.path) }
        let place = try await database.read { session in
            try session.first(whereItLies) { [$0.text(0), $0.text(1), $0.text(2)] }
        }
        guard let place else { throw DatabaseError(.corrupt, "a server does not say where it is") }
        return .postgres(url: "postgresql:///\(place[0])?host=\(place[1])&user=\(place[2])")
    }

    private static let whereItLies = Statement(
        """
        SELECT current_database(), current_setting('unix_socket_directories'), current_user
        """
    )
}
