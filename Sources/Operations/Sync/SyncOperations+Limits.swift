import Catalogue
public import Contract
import Guardian
public import Kernel
import Ledger
import SQL
import Store

extension SyncOperations {
    /// Monthly limits.
    public static let rules: CopiedRecords<Entity.Rule, API.Sync.RuleValue> = CopiedRecords(
        endpoints: API.Sync.rule,
        kind: .rule,
        normalised: { value in
            API.Sync.RuleValue(
                memberID: value.memberID,
                category: GuardianCategory.normalised(value.category),
                monthlyLimitCents: value.monthlyLimitCents
            )
        },
        list: { ids, desk in
            try Rules.list(ids, of: desk.household, in: desk.session).map { rule, member in
                let value = API.Sync.RuleValue(
                    memberID: member,
                    category: rule.category,
                    monthlyLimitCents: rule.monthlyLimitMinor
                )
                return (rule.id, value)
            }
        },
        permit: { _, standing, wanted, desk in
            try desk.requireSpeaker(for: (standing ?? wanted)?.memberID ?? desk.membership.member)
            try desk.requireSame("memberId", standing?.memberID, wanted?.memberID)
            try desk.requireSame("category", standing?.category, wanted?.category)
        },
        create: { id, value, desk in
            let (member, category) = (value.memberID, value.category)
            if let holder = try Rules.id(of: member, for: category, in: desk.session) {
                throw try desk.taken(by: holder, rules)
            }
            guard try !Rules.isThere(id, in: desk.session) else { throw Problem(.notFound) }
            try GuardianOperations.requireRoomForRule(of: member, in: desk.session)
            try set(value, id, desk)
        },
        change: { id, _, value, desk in try set(value, id, desk) },
        remove: { id, value, desk in
            let (member, session) = (value.memberID, desk.session)
            let number = try Rules.list([id], of: desk.household, in: session).first
                .orCorrupt("a limit is gone").rule.number
            try GuardianOperations.removeRule(
                number,
                of: member,
                desk.membership,
                desk.call,
                in: session
            )
        }
    )

    private static func set(
        _ value: API.Sync.RuleValue,
        _ id: ID<Entity.Rule>,
        _ desk: CopyDesk
    ) throws {
        _ = try GuardianOperations.recordRule(
            value.category,
            value.monthlyLimitCents,
            of: value.memberID,
            id: id,
            by: desk.membership.member,
            desk.membership.head,
            desk.call,
            in: desk.session
        )
    }

    /// Geofences.
    public static let geofences: CopiedRecords<Entity.Geofence, API.Sync.GeofenceValue> =
        CopiedRecords(
            endpoints: API.Sync.geofence,
            kind: .geofence,
            normalised: { value in
                var value = value
                value.category = value.category.map { GuardianCategory.normalised($0) }
                return value
            },
            list: { ids, desk in
                try Geofences.list(ids, of: desk.household, in: desk.session).map { copied in
                    let fence = copied.fence
                    let value = API.Sync.GeofenceValue(
                        memberID: copied.member,
                        name: fence.name,
                        lat: fence.centre.latitude,
                        lon: fence.centre.longitude,
                        radiusM: fence.radiusMetres,
                        policy: fence.policy == .block ? .block : .warn,
                        category: fence.category
                    )
                    return (copied.id, value)
                }
            },
            permit: { _, standing, wanted, desk in
                try desk.requireSpeaker(
                    for: (standing ?? wanted)?.memberID ?? desk.membership.member
                )
                try desk.requireSame("memberId", standing?.memberID, wanted?.memberID)
            },
            create: { id, value, desk in
                guard try !Geofences.isThere(id, in: desk.session) else { throw Problem(.notFound) }
                try GuardianOperations.drawGeofence(
                    Geofence(value),
                    id,
                    of: value.memberID,
                    desk.membership,
                    desk.call,
                    in: desk.session
                )
            },
            change: { id, _, value, desk in
                try GuardianOperations.redrawGeofence(
                    Geofence(value),
                    id,
                    of: value.memberID,
                    desk.membership,
                    desk.call,
                    in: desk.session
                )
            },
            remove: { id, value, desk in
                let number = try Geofences.list([id], of: desk.household, in: desk.session).first
                    .orCorrupt("a geofence is gone").fence.number
                try GuardianOperations.removeGeofence(
                    number,
                    of: value.memberID,
                    desk.membership,
                    desk.call,
                    in: desk.session
                )
            }
        )
}

extension Geofence {
    /// A geofence of a device; its number is the database's to give.
    fileprivate init(_ value: API.Sync.GeofenceValue) {
        self.init(
            number: Serial(0),
            name: value.name,
            centre: Coordinate(latitude: value.lat, longitude: value.lon),
            radiusMetres: value.radiusM,
            category: value.category,
            policy: value.policy == .block ? .block : .warn
        )
    }
}
