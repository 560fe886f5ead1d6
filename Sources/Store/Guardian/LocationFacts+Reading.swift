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
        let position = try Pings.newest(of: member, now: now, in: session)
        var blocking = FenceScan()
        var warning = FenceScan()
        try Geofences.scan(of: member, in: session) { fence in
            switch fence.policy {
            case .block: blocking.take(fence, category, position)
            case .warn: warning.take(fence, category, position)
            }
        }
        return LocationFacts(
            isPositionKnown: position != nil,
            blocking: try blocking.facts(of: member, position, in: session),
            warning: try warning.facts(of: member, position, in: session)
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

/// The geofences of one policy, while they are gone through.
private struct FenceScan {
    private var count = 0
    private var applying = 0
    private var hit: Serial<Entity.Geofence>?

    mutating func take(_ fence: Geofences.Circle, _ category: String, _ position: Coordinate?) {
        count += 1
        guard fence.category == nil || fence.category == category else { return }
        applying += 1
        guard let position, fence.number < hit ?? Serial(.max) else { return }
        // A degree of latitude has 111,195 m: what is too far north or south needs no sines.
        let metresNorth = abs(fence.centre.latitude - position.latitude) * 111_000
        guard metresNorth <= Double(fence.radiusMetres),
            fence.centre.distance(to: position) <= Double(fence.radiusMetres)
        else { return }
        hit = fence.number
    }

    func facts(
        of member: ID<Entity.Member>,
        _ position: Coordinate?,
        in session: any Session
    ) throws -> FenceFacts {
        let fence = try hit.flatMap { try Geofences.find($0, of: member, in: session) }
        return FenceFacts(
            count: count,
            applying: applying,
            near: fence.map { [$0] } ?? [],
            position: position
        )
    }
}
