public import Kernel

extension CatalogueCard {
    /// Makes a card of a member's wallet from a card of the catalogue.
    ///
    /// It gets a row for each kind of spending that Rewards knows, one for everything else, a limit
    /// for each cap, the fee abroad, and the page and the day of its terms. Rates of another kind
    /// are not matched to a purchase by its category alone; ``remarks`` tells them.
    ///
    /// - Parameters:
    ///   - id: The new card's.
    ///   - now: When it is added.
    ///   - zone: The household's, by whose calendar limits begin anew.
    ///   - newID: Gives an id for each row and each limit.
    /// - Returns: An active card that is tied to no account, with nothing spent on it.
    public func walletCard(
        id: ID<Entity.RewardCard>,
        at now: Timestamp,
        in zone: Zone,
        newID: () -> RawID
    ) -> RewardCard {
        RewardCard(
            id: id,
            name: name,
            type: type,
            rows: walletRates.map { category, rate in
                RewardRow(
                    id: ID(newID()),
                    category: category,
                    multiplier: Multiplier(hundredths: Int64(rate)),
                    pointType: pointType
                )
            },
            limits: matchedRates.compactMap { category, rate in
                rate.cap.map { $0.limit(ID(newID()), of: category, at: now, in: zone) }
            },
            source: CardSource(catalogueID: self.id, address: sourceURL, readOn: readOn),
            foreignFeeBasisPoints: foreignFeeBasisPoints,
            createdAt: now,
            updatedAt: now
        )
    }

    /// What a wallet card does not hold of the terms, a line each: conditions, brands and portals
    /// whose rates no category stands for, caps that several rates share, and notes.
    public var remarks: [String] {
        var lines: [String] = []
        for rate in rates {
            let rewarded = "\(rate.label): \(Multiplier(hundredths: Int64(rate.rate)).text)x"
            if !rate.isMatched {
                lines.append("\(rewarded), not counted by category")
            }
            if !rate.note.isEmpty { lines.append("\(rate.label): \(rate.note)") }
        }
        if baseRate == 0 { lines.append("nothing is earned on other purchases") }
        if isRotating { lines.append("the issuer sets other categories each quarter") }
        if !note.isEmpty { lines.append(note) }
        return lines
    }

    private var matchedRates: [(RewardsCategory, CatalogueRate)] {
        rates.compactMap { rate in
            rate.matchedCategory.map { ($0, rate) }
        }
    }

    /// A row must earn more than nothing, and a card without a general row is taken to earn 1x;
    /// so a card that earns nothing elsewhere earns a hundredth there.
    private var walletRates: [(RewardsCategory, Int)] {
        matchedRates.map { ($0, $1.rate) } + [(.general, max(1, baseRate))]
    }
}

extension CatalogueRate {
    /// The category of Rewards that is enough to earn it; `nil` where none is.
    public var matchedCategory: RewardsCategory? { RewardsCategory(rawValue: category) }

    /// Whether a purchase's category of Rewards is enough to earn it.
    public var isMatched: Bool { matchedCategory != nil }
}

extension CatalogueRate.Cap {
    /// The limit of a wallet card that stands for the cap.
    ///
    /// It begins anew on the first of a month, quarter or year. The day a card was opened is not
    /// known, so its year is taken to begin on the day it is added.
    func limit(
        _ id: ID<Entity.SpendingLimit>,
        of category: RewardsCategory,
        at now: Timestamp,
        in zone: Zone
    ) -> SpendingLimit {
        let month = zone.day(of: now).month
        let (type, reset): (ResetType, CivilDay?) =
            switch period {
            case .month: (.monthly, month.adding(months: 1).firstDay)
            case .quarter: (.quarterly, nil)
            case .calendarYear: (.annually, month.adding(months: 13 - month.month).firstDay)
            case .anniversaryYear: (.annually, nil)
            }
        let first = ResetDate.first(of: type, at: now, in: zone)
        return SpendingLimit(
            id: id,
            category: category,
            limitCents: limitCents,
            resetDate: reset.map { zone.start(of: $0) } ?? first.date,
            resetType: type,
            resetDay: reset == nil ? first.day : 1
        )
    }
}
