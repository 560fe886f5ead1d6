import Banking
import Kernel
import Testing

@Suite("Pieces of bank files")
struct PieceTests {
    @Test("may be of any length: what is read is the same", arguments: Samples.all)
    func lengths(file: TestFile) {
        let whole = file.told()
        #expect(whole.count > 1)
        for length in 1...17 { #expect(file.told(pieces: [length]) == whole) }
        #expect(file.told(pieces: [1, 100, 3]) == whole)
    }

    @Test("of a file longer than its head may be of any length, too")
    func long() {
        for (text, count) in LongFiles.all(rows: 2_000) {
            let file = TestFile("", text)
            let whole = file.told()
            #expect(whole.count == count)
            #expect(file.told(pieces: [1]) == whole)
            #expect(file.told(pieces: [4_096, 65_537, 7]) == whole)
        }
    }
}

/// Files of many rows, made up.
enum LongFiles {
    /// A text of each format, and how many events are in it.
    static func all(rows: Int) -> [(text: String, events: Int)] {
        [
            (ofx1(rows: rows), rows + 2), (csv(rows: rows), rows + 2), (qif(rows: rows), rows + 2),
            (camt(rows: rows), rows + 2), (mt940(rows: rows), rows + 2),
        ]
    }

    static func csv(rows: Int) -> String {
        let lines = (0..<rows).map { "2025-08-\(day($0)),-\(amount($0)),COFFEE SHOP \($0),Food" }
        return "Date,Amount,Description,Category\n" + lines.joined(separator: "\n")
    }

    static func ofx1(rows: Int) -> String {
        let lines = (0..<rows).map { row in
            """
            <STMTTRN>
            <TRNTYPE>DEBIT
            <DTPOSTED>202508\(day(row))120000[-5:EST]
            <TRNAMT>-\(amount(row))
            <FITID>F\(row)
            <NAME>COFFEE SHOP \(row)
            </STMTTRN>
            """
        }
        return Samples.ofx1(lines.joined(separator: "\n"))
    }

    private static func qif(rows: Int) -> String {
        let lines = (0..<rows).map { "D1/31/2025\nT-\(amount($0))\nPSHOP \($0)\n^\n" }
        return "!Type:Bank\n" + lines.joined()
    }

    private static func camt(rows: Int) -> String {
        let lines = (0..<rows).map { row in
            """
            <Ntry><Amt Ccy="EUR">\(amount(row))</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
            <BookgDt><Dt>2025-08-\(day(row))</Dt></BookgDt><AcctSvcrRef>R\(row)</AcctSvcrRef></Ntry>
            """
        }
        return Samples.camt(lines.joined(separator: "\n"))
    }

    private static func mt940(rows: Int) -> String {
        let lines = (0..<rows).map { row in
            let amount = amount(row).replacing(".", with: ",")
            return ":61:2508\(day(row))D\(amount)NTRFNONREF\n:86:COFFEE SHOP \(row)\n"
        }
        return ":20:1\n:25:1\n:60F:C250801EUR0,\n" + lines.joined() + ":62F:C250831EUR0,\n"
    }

    private static func day(_ row: Int) -> String {
        let day = row % 28 + 1
        return day < 10 ? "0\(day)" : "\(day)"
    }

    private static func amount(_ row: Int) -> String {
        let cents = row % 90 + 10
        return "\(row % 500).\(cents)"
    }
}
