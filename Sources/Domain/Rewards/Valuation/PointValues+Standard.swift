import Kernel

extension PointValues {
    /// Who says what the standard values are.
    static let judgement =
        "Purser's judgement: what a point buys from its own program without a search for bargains"

    /// A cent is worth a cent.
    static let moneyHundredths: Int64 = 100

    static let standardValues: [String: PointValue] = Dictionary(
        uniqueKeysWithValues: standardHundredths.map { program, hundredths in
            let value = PointValue(
                program: program,
                hundredths: hundredths,
                judgedOn: CardCatalogue.compiledOn,
                source: judgement
            )
            return (program, value)
        }
    )

    /// Hundredths of a cent for each point.
    ///
    /// Judgements of 2026-11-20, not measurements. What is paid as money, or as a dollar for a
    /// dollar at one shop, is a cent for each point. Bank points are what they buy without a
    /// partner's program. Miles and hotel points are what they usually buy, rounded to a tenth of a
    /// cent.
    static let standardHundredths: [String: Int64] = [
        "MR": 100, "UR": 100, "TYP": 100, "Cash Back": 100, "Capital One Miles": 100,
        "Discover Cash Back": 100, "Bilt Rewards": 100, "Venture X Miles": 100,

        "Altitude Points": 100, "Bank of America Points": 100, "PenFed Points": 80,
        "Wells Fargo Rewards": 100,

        "Amazon Rewards Points": 100, "Crypto": 100, "Disney Rewards Dollars": 100,
        "OneKeyCash": 100, "Target GiftCard Rewards": 100, "Verizon Dollars": 100,

        "AAdvantage": 130, "Aeroplan": 130, "Avios": 120, "Delta SkyMiles": 110,
        "Flying Blue": 120, "JetBlue TrueBlue": 130, "Southwest Rapid Rewards": 130,
        "United MileagePlus": 120,

        "Choice Privileges": 60, "Hilton Honors": 40, "IHG One Rewards": 50,
        "Marriott Bonvoy": 70, "World of Hyatt": 160,
    ]
}
