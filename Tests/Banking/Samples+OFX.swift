/// Bank files, each written for the case that it shows.
enum Samples {
    static let ofxHeader = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        SECURITY:NONE
        ENCODING:USASCII
        CHARSET:1252
        COMPRESSION:NONE
        OLDFILEUID:NONE
        NEWFILEUID:NONE


        """

    /// An OFX 1 file of one statement with these transactions.
    static func ofx1(_ rows: String, header: String = ofxHeader) -> String {
        header + """
            <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>
            <DTSERVER>20250810120000<LANGUAGE>ENG<FI><ORG>First Bank<FID>1001</FI></SONRS>
            </SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD
            <BANKACCTFROM><BANKID>021000021<ACCTID>123456789<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><DTSTART>20250801<DTEND>20250810
            \(rows)
            </BANKTRANLIST>
            <LEDGERBAL><BALAMT>1000.50<DTASOF>20250810120000[-5:EST]</LEDGERBAL>
            <AVAILBAL><BALAMT>900.50<DTASOF>20250810</AVAILBAL>
            </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
            """
    }

    static let ofx = TestFile(
        "an OFX 1 file as Quicken writes it",
        ofx1(
            """
            <STMTTRN>
            <TRNTYPE>DEBIT
            <DTPOSTED>20250801230000[-5:EST]
            <TRNAMT>-12.34
            <FITID>A1
            <NAME>BLUE BOTTLE COFFEE
            <MEMO>BLUE BOTTLE COFFEE SEATTLE WA
            </STMTTRN>
            <STMTTRN>
            <TRNTYPE>CREDIT<DTPOSTED>20250802<TRNAMT>2500.00<FITID>A2<NAME>Acme &amp; Co<MEMO>Salary
            </STMTTRN>
            """
        )
    )

    static let wildOFX = TestFile(
        "an OFX 1 file with what banks get wrong",
        ofx1(
            """
            <stmttrn><trntype>check<dtposted>20250803<trnamt>-1234,5<checknum>1042</stmttrn>
            <STMTTRN><TRNTYPE>INT<DTPOSTED>2025-08-04<TRNAMT>+.07
            <STMTTRN><TRNTYPE>POS<DTPOSTED>20250805120000.000[0:GMT]<TRNAMT>-5<NAME>AT&T a < b
            <MEMO><![CDATA[5 > 4]]></STMTTRN><!-- a > b -->
            <STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20250806</DTPOSTED><TRNAMT>-1.10</TRNAMT>
            <FITID></FITID><MEMO></MEMO><PAYEE><NAME>Kiosk<CITY>Town</PAYEE></STMTTRN>
            """,
            header:
                "OFXHEADER:100DATA:OFXSGMLVERSION:102ENCODING:USASCIICHARSET:1252COMPRESSION:NONE"
        )
    )

    static let twoStatements = TestFile(
        "an OFX 1 file of an account and a card",
        """
        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>10010010
        <BRANCHID>7<ACCTID>42<ACCTTYPE>SAVINGS</BANKACCTFROM><BANKTRANLIST></BANKTRANLIST>
        </STMTRS></STMTTRNRS></BANKMSGSRSV1><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
        <CURDEF>USD<CCACCTFROM><ACCTID>4111XXXX</CCACCTFROM><BANKTRANLIST>
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250801<TRNAMT>-20.00<FITID>C1<NAME>Books</STMTTRN>
        <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250802<TRNAMT>50<FITID>C2<NAME>Payment
        <CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY></STMTTRN></BANKTRANLIST>
        <LEDGERBAL><BALAMT>-1847.23<DTASOF>20250810</LEDGERBAL>
        </CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>
        """
    )

    static let ofx2 = TestFile(
        "an OFX 2 file with pending rows",
        """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
        <OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Zweite Bank</ORG></FI></SONRS></SIGNONMSGSRSV1>
        <BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF>
        <BANKACCTFROM><BANKID>1</BANKID><ACCTID>9</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE>
        </BANKACCTFROM>
        <BANKTRANLIST>
        <STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20250801000000</DTPOSTED><TRNAMT>-9.99</TRNAMT>
        <FITID>X1</FITID><NAME>Café &amp; Bar</NAME></STMTTRN>
        </BANKTRANLIST>
        <BANKTRANLISTP><STMTTRNP><TRNTYPE>DEBIT</TRNTYPE><DTTRAN>20250802</DTTRAN>
        <TRNAMT>-3.00</TRNAMT><NAME>Bakery</NAME></STMTTRNP></BANKTRANLISTP>
        <LEDGERBAL><BALAMT>10.01</BALAMT><DTASOF>20250801</DTASOF></LEDGERBAL>
        </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """
    )
}
