import Contract
import Kernel

/// A card of the wallet: what it pays, how much of its limits is used, and how to be rid of it.
struct WalletCard: PageView {
    static let template = "wallet-card"

    struct Rate: Sendable {
        let subject: String
        let rate: String
    }

    struct Terms: Sendable {
        let text: String
        /// The issuer's page; `nil` where the address is none that a browser should follow.
        let href: String?
    }

    let id: String
    let name: String
    /// Which card it is, where its name does not say so.
    let kind: String?
    /// Whether it is left out when the best card is looked for.
    let isResting: Bool
    let rates: [Rate]
    let caps: [Meter]
    let account: String?
    let fee: String?
    let terms: Terms?
    /// Whether any of the three is there.
    let hasFacts: Bool
    let removing: ActionForm

    init(
        _ card: API.Rewards.CreditCard,
        accounts: [ID<Entity.Account>: String],
        today: CivilDay,
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        id = card.id.text
        name = card.name
        let type = card.cardType == .custom ? nil : card.cardType.displayName
        kind = type == card.name ? nil : type
        isResting = !card.isActive
        let bonus = card.quarterlyBonus.flatMap { $0.isOfQuarter(of: today) ? $0 : nil }
        rates = Self.rates(card, bonus, format)
        let limits = card.spendingLimits.map { CapMeter.meter($0, zone: zone, format) }
        let extra = bonus.map { CapMeter.meter($0, until: today.lastDayOfQuarter, format) }
        caps = limits + (extra.map { [$0] } ?? [])
        account = card.accountID.flatMap { accounts[$0] }
        fee = card.foreignFeePercent.map { fee in
            fee.minor == 0
                ? "No fee on purchases in another currency."
                : "\(format.decimal(hundredths: fee.minor)) % fee on purchases in another currency."
        }
        terms = card.source.map { Terms($0.url, readOn: $0.readOn, format) }
        hasFacts = account != nil || fee != nil || terms != nil
        removing = ActionForm(
            "\(Frame.Place.cards.path)/\(card.id.text)/remove",
            formToken: formToken,
            hidden: [:],
            button: "Yes, remove it",
            asking: ActionForm.Question(
                "Remove",
                """
                \(card.name) goes from your wallet, with what was counted for its limits. The card \
                itself stays as it is at the bank.
                """,
                about: " \(card.name)"
            )
        )
    }

    /// What is paid: the most first, and the rate of everything else last.
    private static func rates(
        _ card: API.Rewards.CreditCard,
        _ bonus: API.Rewards.QuarterlyBonus?,
        _ format: PageFormat
    ) -> [Rate] {
        let rows = card.rewardCategories.filter(\.isActive)
            .sorted { left, right in
                let (isLeft, isRight) = (left.category != .general, right.category != .general)
                if isLeft != isRight { return isLeft }
                return (right.multiplier.minor, left.category.displayName)
                    < (left.multiplier.minor, right.category.displayName)
            }
        let usual = rows.map { row in
            Rate(
                subject: RewardWording.subject(row.category),
                rate: RewardWording.rate(
                    hundredths: row.multiplier.minor,
                    row.pointType,
                    format
                )
            )
        }
        guard let bonus else { return usual }
        let rate = RewardWording.rate(
            hundredths: bonus.multiplier.minor,
            bonus.pointType,
            format
        )
        let subject = "\(RewardWording.subject(bonus.category)), this quarter"
        return [Rate(subject: subject, rate: rate)] + usual
    }
}

extension WalletCard.Terms {
    /// When terms were read, and where.
    init(_ url: String, readOn day: WireDay, _ format: PageFormat) {
        let year = day.day.month.year
        text = "Terms as of \(format.shortDay(day.day)), \(year)"
        href = url.hasPrefix("https://") ? url : nil
    }
}

extension API.Rewards.QuarterlyBonus {
    /// Whether it is of the quarter in which a day is.
    fileprivate func isOfQuarter(of day: CivilDay) -> Bool {
        let month = day.month
        return year.value == Int64(month.year) && quarter.value == Int64((month.month - 1) / 3 + 1)
    }
}

extension CivilDay {
    /// The last day of the quarter of the year in which it is.
    fileprivate var lastDayOfQuarter: CivilDay {
        month.adding(months: 2 - (month.month - 1) % 3).lastDay
    }
}
