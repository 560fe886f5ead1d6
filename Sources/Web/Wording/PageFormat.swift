import Foundation
public import Kernel

/// How a page writes figures and days: by the reader's language, in the household's currency.
///
/// The words of pages are English; numbers and dates are as the reader writes them.
public struct PageFormat: Sendable {
    /// The language as HTML and the browser name it, such as `en-US`.
    public let language: String
    /// Whether the language is written from the right.
    public let isRightToLeft: Bool
    private let locale: Locale
    private let currency: Currency

    /// Makes a format.
    ///
    /// `languages`: What the browser says that its reader knows (`Accept-Language`, RFC 9110,
    /// section 12.5.4); the first that there are rules for counts, else American English.
    public init(languages: String?, currency: Currency) {
        let tags = (languages ?? "").prefix(256).split(separator: ",").lazy
            .map { $0.prefix { $0 != ";" }.filter { $0 != " " } }
        language = tags.first { Self.known.contains($0) } ?? "en-US"
        locale = Locale(identifier: language)
        isRightToLeft = locale.language.characterDirection == .rightToLeft
        self.currency = currency
    }

    private static let known = Set(
        Locale.availableIdentifiers.map { $0.replacing("_", with: "-") }
    )

    /// The currency that amounts are written in.
    var currencyCode: String { currency.code }

    /// The same in an account's own currency; in this one where nobody knows the code.
    public func inCurrency(_ code: String) -> PageFormat {
        guard let own = Currency(code: code), own != currency else { return self }
        return PageFormat(languages: language, currency: own)
    }

    /// What HTML calls the direction of a page for the reader: `rtl` or `ltr`.
    var direction: String { isRightToLeft ? "rtl" : "ltr" }

    /// The direction of a page without a figure, by what the browser says that its reader knows.
    static func direction(languages: String?) -> String {
        PageFormat(languages: languages, currency: .usd).direction
    }

    /// An amount with its currency, such as `$1,290.00`; below zero it begins with a minus sign.
    public func money(minor: Int64) -> String {
        let amount = Self.decimal(minor, digits: currency.exponent)
        let style = Decimal.FormatStyle.Currency(code: currency.code, locale: locale)
        return apart(amount.formatted(style).replacing("-", with: "\u{2212}"))
    }

    /// An amount of the API's wire, which has hundredths whatever the currency.
    public func money(hundredths: Int64) -> String {
        switch currency.exponent {
        case 2: money(minor: hundredths)
        case 0: money(minor: hundredths / 100)
        case 3: money(minor: hundredths * 10)
        default: money(minor: hundredths * 100)
        }
    }

    /// A whole number, such as `1,290`.
    public func number(_ number: Int64) -> String {
        apart(number.formatted(IntegerFormatStyle<Int64>(locale: locale)))
    }

    /// A number with at most two decimals, such as `1.5`.
    public func decimal(hundredths: Int64) -> String {
        let style = Decimal.FormatStyle(locale: locale).precision(.fractionLength(0...2))
        return apart(Self.decimal(hundredths, digits: 2).formatted(style))
    }

    /// A number of which the last digits stand behind the point.
    private static func decimal(_ number: Int64, digits: Int) -> Decimal {
        let sign: FloatingPointSign = number < 0 ? .minus : .plus
        return Decimal(sign: sign, exponent: -digits, significand: Decimal(number.magnitude))
    }

    /// A day with its weekday, such as `Tuesday, November 24`.
    public func longDay(_ day: CivilDay) -> String {
        text(day, Date.FormatStyle(locale: locale).weekday(.wide).month(.wide).day())
    }

    /// A day with its weekday and its year, such as `Tuesday, November 24, 2026`.
    public func fullDay(_ day: CivilDay) -> String {
        text(day, Date.FormatStyle(locale: locale).weekday(.wide).year().month(.wide).day())
    }

    /// A day within a year, such as `Nov 24`.
    public func shortDay(_ day: CivilDay) -> String {
        text(day, Date.FormatStyle(locale: locale).month(.abbreviated).day())
    }

    /// A day with its year, such as `Nov 24, 2026`.
    public func day(_ day: CivilDay) -> String {
        text(day, Date.FormatStyle(locale: locale).year().month(.abbreviated).day())
    }

    /// The day of an instant with its year.
    public func day(_ instant: Timestamp, in zone: Zone) -> String {
        day(zone.day(of: instant))
    }

    /// A month with its year, such as `November 2026`.
    public func month(_ month: CivilMonth) -> String {
        text(month.firstDay, Date.FormatStyle(locale: locale).month(.wide).year())
    }

    private func text(_ day: CivilDay, _ style: Date.FormatStyle) -> String {
        var style = style
        style.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
        return apart(Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400).formatted(style))
    }

    /// A figure or day between marks for the words around it, which are English: one that is
    /// written from the right would take them along, and what stands before or after it (U+200E,
    /// Unicode Standard Annex 9, section 2.6).
    private func apart(_ text: String) -> String {
        isRightToLeft ? "\u{200E}\(text)\u{200E}" : text
    }
}
