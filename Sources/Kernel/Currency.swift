/// A currency by its ISO 4217 code, with the number of decimals its minor unit has.
///
/// Source of the exponents: ISO 4217 list one, as its maintenance agency publishes it, read
/// 2026-11-20.
public struct Currency: Hashable, Sendable {
    /// Three upper-case letters, such as `USD`.
    public let code: String
    /// Decimals of the minor unit: 2 for `USD`, 0 for `JPY`, 3 for `KWD`.
    public let exponent: Int

    /// The United States dollar, the currency a household has unless it says otherwise.
    public static let usd = Self(known: "USD")

    /// Finds a currency by its code in any case; `nil` when ISO 4217 does not list it.
    public init?(code: String) {
        guard let listed = Self.listed[code] ?? Self.listed[code.uppercased()] else { return nil }
        self = listed
    }

    private init(known code: String) {
        self.code = code
        self.exponent = Self.exponents[code] ?? 2
    }

    private static let listed: [String: Currency] = Dictionary(
        uniqueKeysWithValues: (twoDecimals + exponents.keys).map { ($0, Currency(known: $0)) }
    )

    private static let exponents: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
        "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        "CLF": 4, "UYW": 4,
    ]

    private static let twoDecimals: [String] =
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN \
        BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP \
        GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT \
        LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN \
        NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE \
        SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES \
        WST XAD XCD XCG YER ZAR ZMW ZWG
        """.split(separator: " ").map(String.init)
}
