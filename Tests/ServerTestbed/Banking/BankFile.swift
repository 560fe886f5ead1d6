import Contract
import Kernel
import PurserKit
import Testbed

/// Bank files that tests write for the case they show.
enum BankFile {
    /// An OFX file of a checking account at a bank; amounts as the bank writes them.
    static func ofx(
        _ rows: [(id: String, day: String, amount: String, name: String)],
        balance: String? = nil,
        account: String = "123456789"
    ) -> String {
        let transactions = rows.map { row in
            """
            <STMTTRN><TRNTYPE>OTHER<DTPOSTED>\(row.day.replacing("-", with: ""))\
            <TRNAMT>\(row.amount)<FITID>\(row.id)<NAME>\(row.name)</STMTTRN>
            """
        }
        let closing =
            balance.map { "<LEDGERBAL><BALAMT>\($0)<DTASOF>20250831</LEDGERBAL>" } ?? ""
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
            <DTSERVER>20250810120000<LANGUAGE>ENG<FI><ORG>First Bank<FID>1001</FI></SONRS>
            </SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD
            <BANKACCTFROM><BANKID>021000021<ACCTID>\(account)<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><DTSTART>20250801<DTEND>20250810
            \(transactions.joined(separator: "\n"))
            </BANKTRANLIST>
            \(closing)
            </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
            """
    }

    /// The same with so many rows on the days of August, each a dollar more than the one before.
    static func ofx(count: Int) -> String {
        ofx(
            (1...count).map { number in
                let day = number % 28 + 1
                let text = day < 10 ? "0\(day)" : "\(day)"
                return ("F\(number)", "2025-08-\(text)", "-\(number).00", "SHOP \(number)")
            }
        )
    }

    /// A CSV file of so many rows.
    static func csv(count: Int) -> String {
        csv(
            (1...count).map { number in
                ("2025-\(number % 2 == 0 ? "07" : "08")-13", "-\(number).25", "Shop \(number)")
            }
        )
    }

    /// A CSV file with a day, an amount and a text.
    static func csv(_ rows: [(day: String, amount: String, text: String)]) -> String {
        "Date,Amount,Description\n"
            + rows.map { "\($0.day),\($0.amount),\($0.text)\n" }.joined()
    }
}

extension InProcessServer {
    /// Sends a bank file as the body, with fields in the query.
    func importFile(
        _ file: String,
        _ fields: [(String, String)] = [],
        token: String
    ) async throws -> TransportResponse {
        try await importFile(Array(file.utf8), fields, token: token)
    }

    /// The same of any bytes.
    func importFile(
        _ file: [UInt8],
        _ fields: [(String, String)] = [],
        token: String
    ) async throws -> TransportResponse {
        let query = fields.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
        return try await transport().send(
            "POST",
            "/api/accounts/import\(query.isEmpty ? "" : "?\(query)")",
            headers: [
                "Authorization": "Bearer \(token)", "Content-Type": "application/octet-stream",
            ],
            body: file,
            isChunked: true
        )
    }
}

/// An answer that a test did not expect.
struct UnexpectedAnswer: Error {
    let text: String
}

extension API.Banking.Import {
    /// Its counts: new, known, changed, refused.
    var counts: [Int64] { [rowsNew, rowsKnown, rowsChanged, rowsRefused] }
}
