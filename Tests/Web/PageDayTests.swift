import Kernel
import Testing

@testable import Web

@Suite("Days and numbers of pages")
struct PageDayTests {
    /// What words before and after it are kept in their direction by.
    private static let mark: Unicode.Scalar = "\u{200E}"

    private func format(_ languages: String?) -> PageFormat {
        PageFormat(languages: languages, currency: .usd)
    }

    private func unmarked(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != Self.mark }))
    }

    @Test(
        "are written as the reader writes them",
        arguments: [
            (nil, "Monday, November 24", "Nov 24", "Nov 24, 2025", "November 2025"),
            ("en-GB,en;q=0.9", "Monday 24 November", "24 Nov", "24 Nov 2025", "November 2025"),
            ("de-DE", "Montag, 24. November", "24. Nov.", "24. Nov. 2025", "November 2025"),
            ("fr", "lundi 24 novembre", "24 nov.", "24 nov. 2025", "novembre 2025"),
            ("ja", "11月24日 月曜日", "11月24日", "2025年11月24日", "2025年11月"),
            ("he", "יום שני, 24 בנובמבר", "24 בנוב׳", "24 בנוב׳ 2025", "נובמבר 2025"),
            ("ar-EG", "الاثنين، ٢٤ نوفمبر", "٢٤ نوفمبر", "٢٤ نوفمبر، ٢٠٢٥", "نوفمبر ٢٠٢٥"),
        ] as [(String?, String, String, String, String)]
    )
    func days(
        languages: String?,
        long: String,
        short: String,
        whole: String,
        month: String
    ) throws {
        let day = try #require(CivilDay("2025-11-24"))
        let calendarMonth = try #require(CivilMonth("2025-11"))
        let format = format(languages)
        #expect(unmarked(format.longDay(day)) == long)
        #expect(unmarked(format.shortDay(day)) == short)
        #expect(unmarked(format.day(day)) == whole)
        #expect(unmarked(format.month(calendarMonth)) == month)
    }

    @Test("are those of the household's clock")
    func instants() throws {
        let instant = try #require(Timestamp("2025-11-24T23:30:00Z"))
        let tokyo = try #require(Zone.named("Asia/Tokyo"))
        #expect(format(nil).day(instant, in: .utc) == "Nov 24, 2025")
        #expect(format("de").day(instant, in: tokyo) == "25. Nov. 2025")
    }

    @Test(
        "have the reader's separators and digits",
        arguments: [
            (nil, "12,900", "1.5"), ("de-DE", "12.900", "1,5"), ("fr", "12\u{202F}900", "1,5"),
            ("ar-EG", "١٢٬٩٠٠", "١٫٥"),
        ] as [(String?, String, String)]
    )
    func numbers(languages: String?, whole: String, decimal: String) {
        #expect(unmarked(format(languages).number(12_900)) == whole)
        #expect(unmarked(format(languages).decimal(hundredths: 150)) == decimal)
    }

    @Test("stand between marks where they are written from the right, and nowhere else")
    func marks() throws {
        let day = try #require(CivilDay("2025-11-24"))
        let month = try #require(CivilMonth("2025-11"))
        for language in ["en", "de", "ar-EG", "he", "fa"] {
            let format = format(language)
            let texts = [
                format.money(minor: -129_050), format.money(hundredths: 5), format.number(7),
                format.decimal(hundredths: 150), format.longDay(day), format.shortDay(day),
                format.day(day), format.month(month),
            ]
            for text in texts {
                let scalars = Array(text.unicodeScalars)
                let isMarked = scalars.first == Self.mark && scalars.last == Self.mark
                #expect(isMarked == format.isRightToLeft, "\(language): \(text)")
            }
        }
    }

    @Test(
        "turn the page where the first language that is known is written from the right",
        arguments: [
            (nil, "ltr"), ("en", "ltr"), ("ar", "rtl"), ("he-IL,he;q=0.9,en;q=0.8", "rtl"),
            ("fa", "rtl"), ("ur", "rtl"), ("en,ar;q=0.9", "ltr"), ("xx-nothing,ar;q=0.5", "rtl"),
            ("<script>", "ltr"),
        ] as [(String?, String)]
    )
    func direction(languages: String?, direction: String) {
        #expect(format(languages).isRightToLeft == (direction == "rtl"))
        #expect(PageFormat.direction(languages: languages) == direction)
        let reader = Frame.Reader(name: "Ana", role: "Parent")
        let frame = Frame(
            titled: "Today",
            at: .today,
            for: reader,
            format(languages),
            formToken: "token"
        )
        let start = "<html lang=\"en\" dir=\"\(direction)\""
        #expect(Templates.document(MoreView(frame), in: frame).contains(start))
        let signIn = SignInView(formToken: "a", next: "/app", languages: languages)
        #expect(Templates.html(signIn).contains(start))
        let message = MessageView("a", "b", trace: "c", languages: languages)
        #expect(Templates.html(message).contains(start))
    }
}
