import Foundation
import Guardian
import Kernel
import SQL

extension LocationFacts {
    /// Reads what a decision depends on of a member's geofences: one statement, and one more where
    /// a fence is near.
    ///
    /// - Complexity: O(geofences), of which a member has a bounded number.
    static func read(
        of member: ID<Entity.Member>,
        category: String,
        position: Coordinate?,
        in session: any Session
    ) throws -> LocationFacts {
        let proximity = position.map { ProximityFilter($0) }
        let tally = try Geofences.tally(of: member, category, proximity, in: session)
        let near =
            if let proximity, tally.near > 0 {
                try Geofences.near(of: member, category, proximity, in: session)
            } else {
                [Geofence]()
            }
        return LocationFacts(
            blocking: tally.blocking,
            warning: tally.warning,
            near: near,
            position: position
        )
    }

    /// The facts as they are stored: JSON with sorted keys.
    ///
    /// Written by hand but for names, because a decision is waited for by all others.
    var json: String {
        get throws {
            let blocking = try blocking.json
            let warning = try warning.json
            return #"{"blocking":\#(blocking),"isPositionKnown":\#(isPositionKnown),"#
                + #""warning":\#(warning)}"#
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

extension FenceFacts {
    fileprivate var json: String {
        get throws {
            let counts = #"{"applying":\#(applying),"count":\#(count)"#
            guard let hit else { return "\(counts)}" }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let encoded = String(decoding: try encoder.encode(hit), as: UTF8.self)
            return #"\#(counts),"hit":\#(encoded)}"#
        }
    }
}
