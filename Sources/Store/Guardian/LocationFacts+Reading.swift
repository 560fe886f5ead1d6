import Foundation
import Guardian
import Kernel
import SQL

extension LocationFacts {
    private static let selection = Statement(
        """
        SELECT geofences.number, geofences.latitude, geofences.longitude, geofences.radius_m,
            geofences.category, geofences.policy, newest.latitude, newest.longitude
        FROM geofences LEFT JOIN (
            SELECT latitude, longitude FROM pings
            WHERE member_id = $1 AND taken_at_ms >= $2 AND taken_at_ms <= $3
            ORDER BY taken_at_ms DESC, number DESC LIMIT 1
        ) AS newest ON 1 = 1
        WHERE geofences.member_id = $1
        """
    )

    /// Reads what a decision depends on of a member's geofences and the newest position that is
    /// not too old: one statement, and one more for a fence that is hit.
    ///
    /// - Returns: `nil` when the member has no geofence.
    /// - Complexity: O(geofences), of which a member has a bounded number.
    /// - Throws: `DatabaseError`.
    static func read(
        of member: ID<Entity.Member>,
        category: String,
        now: Timestamp,
        in session: any Session
    ) throws -> LocationFacts? {
        let oldest = now.adding(milliseconds: -Limits.pingMilliseconds)
        var scan: LocationScan?
        try session.visit(selection, [.id(member), .instant(oldest), .instant(now)]) { row in
            // Every row carries the same position.
            var current = scan ?? LocationScan(position: position(in: row), category: category)
            current.take(
                Geofence.Circle(
                    number: row.serial(0),
                    centre: Coordinate(latitude: row.real(1), longitude: row.real(2)),
                    radiusMetres: row.integer(3),
                    category: row.optionalText(4),
                    policy: row.text(5) == Geofence.Policy.block.rawValue ? .block : .warn
                )
            )
            scan = current
            return true
        }
        return try scan?.facts { try Geofences.find($0, of: member, in: session) }
    }

    private static func position(in row: any Row) -> Coordinate? {
        guard !row.isNull(6) else { return nil }
        return Coordinate(latitude: row.real(6), longitude: row.real(7))
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
