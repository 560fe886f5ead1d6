import ArgumentParser
import Foundation
import Kernel

/// A bank's file as people download it: three years of an account, the same for the same day.
///
/// Purchases at merchants of the catalogue, a salary twice a month, and now and then a shop that
/// nobody knows. Both forms hold the same rows.
struct BankFile {
    /// What kind of file.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case csv
        case ofx
    }

    let form: Form
    let rows: Int
    /// The last day of the file.
    let last: CivilDay
    /// How many distinct texts the purchases have, each as often as the others; as chance has it
    /// when left out.
    var texts: Int?

    private static let days = 3 * 365
    /// So many rows are written at once, so that a file of any length needs little memory.
    private static let batch = 5_000
    private static let salaryEvery = 500
    /// Primes: each text comes in its turn, and a salary stands in for no text every time.
    private static let textStep = 7_919
    private static let salaryEveryOfTexts = 499

    /// Writes the file.
    ///
    /// - Throws: what the file system refuses.
    func write(to url: URL) throws {
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(head.utf8))
        var numbers = Numbers()
        for first in stride(from: 0, to: rows, by: Self.batch) {
            var text = ""
            for index in first..<min(first + Self.batch, rows) {
                text += line(of: row(index, &numbers), index)
            }
            try handle.write(contentsOf: Data(text.utf8))
        }
        try handle.write(contentsOf: Data(foot.utf8))
    }

    // MARK: Rows

    private struct Row {
        let day: CivilDay
        let name: String
        /// What the account gets, in minor units; less than 0 is spent.
        let minor: Int64
    }

    /// Numbers that look like chance and are the same every time.
    private struct Numbers {
        private var state: UInt64 = 20_250_115

        mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
    }

    private func row(_ index: Int, _ numbers: inout Numbers) -> Row {
        let day = last.adding(days: index * Self.days / rows - Self.days + 1)
        let shop = numbers.next(below: Self.shops.count)
        let branch = numbers.next(below: 400)
        let minor = Int64(150 + numbers.next(below: 90) * numbers.next(below: 180))
        let salaryEvery = texts == nil ? Self.salaryEvery : Self.salaryEveryOfTexts
        guard index % salaryEvery != salaryEvery - 1 else {
            return Row(day: day, name: "ACME CORP PAYROLL", minor: 240_000)
        }
        let name =
            texts.map { Self.text(index * Self.textStep % $0) } ?? "\(Self.shops[shop]) #\(branch)"
        return Row(day: day, name: name, minor: -minor)
    }

    // MARK: Text

    private var head: String {
        guard form == .ofx else { return "Date,Description,Amount\n" }
        return """
            OFXHEADER:100
            DATA:OFXSGML
            VERSION:102
            SECURITY:NONE
            ENCODING:USASCII
            CHARSET:1252
            COMPRESSION:NONE
            OLDFILEUID:NONE
            NEWFILEUID:NONE

            <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>
            <DTSERVER>\(Self.compact(last))<LANGUAGE>ENG<FI><ORG>First Bank<FID>1001</FI></SONRS>
            </SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD
            <BANKACCTFROM><BANKID>021000021<ACCTID>123456789<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><DTSTART>\(Self.compact(last.adding(days: 1 - Self.days)))\
            <DTEND>\(Self.compact(last))

            """
    }

    private var foot: String {
        form == .csv ? "" : "</BANKTRANLIST>\n</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    }

    private func line(of row: Row, _ index: Int) -> String {
        let amount = DecimalText.text(minor: row.minor, exponent: 2)
        guard form == .ofx else { return "\(row.day.text),\(row.name),\(amount)\n" }
        let kind = row.minor < 0 ? "DEBIT" : "CREDIT"
        return """
            <STMTTRN><TRNTYPE>\(kind)<DTPOSTED>\(Self.compact(row.day))<TRNAMT>\(amount)\
            <FITID>B\(index)<NAME>\(row.name)</STMTTRN>

            """
    }

    /// A day as OFX writes it.
    private static func compact(_ day: CivilDay) -> String {
        day.text.replacing("-", with: "")
    }

    /// Short enough for a million rows to fit in a file.
    private static let shops = [
        "WHOLEFDS MKT", "TRADER JOE S", "SAFEWAY", "COSTCO WHSE", "STARBUCKS STORE", "MCDONALD'S",
        "CHIPOTLE", "SUBWAY", "SHELL OIL", "CHEVRON", "UBER *TRIP", "LYFT *RIDE", "AMZN MKTP US",
        "TARGET", "WAL-MART", "BEST BUY", "THE HOME DEPOT", "NETFLIX.COM", "SPOTIFY USA",
        "CVS/PHARMACY", "WALGREENS", "T-MOBILE", "DELTA AIR", "PIZZERIA ROMA", "JOES PLUMBING",
        "SMITH FAMILY DENTAL", "ZZYZX TRADING",
    ]
}
