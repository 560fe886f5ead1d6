import Foundation
import Guardian
import Kernel
import SQL

extension LocationFacts {
    /// Reads what a decision depends on of a member's geofences and position.
    ///
    /// - Complexity: O(geofences), of which a member has a bounded number.
    /// - Throws: `DatabaseError`.
    static func read(
        of member: ID<Entity.Member>,
        category: String,
        now: Timestamp,
        in session: any Session
    ) throws -> LocationFacts {
        LocationFacts(
            try Geofences.list(of: member, in: session),
            position: try Pings.newest(of: member, now: now, in: session),
            category: category
        )
    }

    /// The facts as they are stored.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// Reads what was stored.
    ///
    /// - Throws: `DatabaseError` `corrupt`.
    init(json: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw DatabaseError(.corrupt, "a decision's facts of location cannot be read")
        }
    }
}
