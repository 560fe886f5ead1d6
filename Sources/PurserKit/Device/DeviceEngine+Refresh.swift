public import Contract
public import Guardian
public import Kernel

extension DeviceEngine {
    /// Asks the server for all that purchases and allowances are reckoned with, and keeps it.
    ///
    /// Half a dozen calls, and one for each child; worth it when the app comes to the front, and
    /// after every purchase.
    ///
    /// - Returns: As of when the facts are, by this device's clock.
    /// - Throws: ``PurserError``, and then what was known stays; `CancellationError`.
    @discardableResult
    public func refreshFacts() async throws -> Timestamp {
        let client = purser.client
        let owner = try await client.keeper.member()
        let generation = client.store.generation
        let now = client.time.now()
        let asking = DeviceEngine(purser: purser.with { $0.freshness = .reload })
        async let schedules = asking.askForSchedules()
        var rows = [try FactTable.Row(.purchases, try await asking.askForFacts())]
        for schedule in try await schedules {
            rows.append(try FactTable.Row(.schedule, id: schedule.childID.text, schedule))
        }
        guard try await client.keeper.member() == owner else {
            throw PurserError(.unauthorized, "Somebody else signed in meanwhile")
        }
        try await FactTable(store: client.store).keep(
            rows,
            inPlaceOfAll: [.schedule],
            of: owner,
            at: now,
            asOf: generation
        )
        return now
    }

    /// Tells the server where the member is, and remembers it for the checks on this device.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    @discardableResult
    public func updateLocation(
        _ position: Position,
        accuracyM: Double? = nil
    ) async throws -> API.Guardian.LocationUpdated {
        let client = purser.client
        let owner = try await client.keeper.member()
        let generation = client.store.generation
        let now = client.time.now()
        let answer = try await purser.call(
            API.Guardian.updateLocation,
            .init(
                latitude: position.latitude,
                longitude: position.longitude,
                accuracyM: accuracyM
            )
        )
        let place = KnownPlace(latitude: position.latitude, longitude: position.longitude)
        try await FactTable(store: client.store).keep(
            [try FactTable.Row(.place, place)],
            of: owner,
            at: now,
            asOf: generation
        )
        return answer
    }

    /// Where the member was last, as the server was told from this device.
    ///
    /// - Returns: `nil` when that is more than 30 minutes ago, or never was.
    /// - Throws: ``PurserError`` `unauthorized`, `storage`; `CancellationError`.
    public func lastPosition() async throws -> Position? {
        let owner = try await purser.client.keeper.member()
        let table = FactTable(store: purser.client.store)
        guard let (place, at) = try await table.find(KnownPlace.self, .place, of: owner) else {
            return nil
        }
        let age = purser.client.time.now().milliseconds - at.milliseconds
        guard (0...Limits.pingMilliseconds).contains(age) else { return nil }
        return Position(latitude: place.latitude, longitude: place.longitude)
    }

    private func askForFacts() async throws -> KnownFacts {
        async let family = purser.call(API.Allowance.currentFamily)
        async let limits = purser.call(API.Guardian.rulesProgress, .init())
        async let fences = purser.call(API.Guardian.listGeofences, .init())
        async let overrides = purser.call(API.Guardian.listOverrides, .init(range: .week))
        async let wallet = askForWallet()
        return KnownFacts(
            timeZone: try await family.timeZone,
            limits: try await limits,
            fences: try await fences,
            overrides: try await overrides.filter { !$0.used },
            walletMinor: try await wallet
        )
    }

    /// What the wallet holds, where that is what the member pays with.
    private func askForWallet() async throws -> Int64? {
        let source: API.Guardian.FundingSource
        do {
            source = try await purser.call(API.Guardian.defaultFundingSource)
        } catch let error as PurserError where error.kind == .notFound {
            return nil
        }
        guard source.type == .wallet else { return nil }
        let me = try await purser.call(API.Allowance.currentMember).userID
        let children = try await purser.call(API.Allowance.familyChildren).children
        return children.first { $0.userID == me }?.currentBalance.minor
    }

    private func askForSchedules() async throws -> [API.Allowance.ScheduleResponse] {
        var schedules: [API.Allowance.ScheduleResponse] = []
        for child in try await purser.call(API.Allowance.familyChildren).children {
            do {
                schedules.append(
                    try await purser.call(
                        API.Allowance.getSchedule,
                        .init(childID: child.childID)
                    )
                )
            } catch let error as PurserError where error.kind == .notFound {
                // The child has left the family since the list was made.
                continue
            }
        }
        return schedules
    }
}
