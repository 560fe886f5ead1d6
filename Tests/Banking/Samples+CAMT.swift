extension Samples {
    /// A CAMT.053 file of a version with these entries and this credit at its end.
    static func camt(
        _ entries: String,
        version: String = "02",
        closing: String = "100.00"
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.\(version)"><BkToCstmrStmt>
        <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>S1</Id>
        <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy><Nm>Haushalt</Nm>
        <Svcr><FinInstnId><BIC>BYLADEM1001</BIC><Nm>Bank</Nm></FinInstnId></Svcr></Acct>
        \(balance("OPBD", "100.00", "CRDT", "<Dt>2025-07-31</Dt>"))
        \(balance("CLBD", closing, "CRDT", "<DtTm>2025-08-31T23:59:59+02:00</DtTm>"))
        \(entries)
        </Stmt></BkToCstmrStmt></Document>
        """
    }

    private static func balance(
        _ type: String,
        _ amount: String,
        _ direction: String,
        _ day: String
    ) -> String {
        "<Bal><Tp><CdOrPrtry><Cd>\(type)</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">\(amount)</Amt>"
            + "<CdtDbtInd>\(direction)</CdtDbtInd><Dt>\(day)</Dt></Bal>"
    }

    static let camt = TestFile(
        "a CAMT.053 file of version 2",
        camt(
            """
            <Ntry><Amt Ccy="EUR">112.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
            <BookgDt><Dt>2025-08-01</Dt></BookgDt><ValDt><Dt>2025-08-02</Dt></ValDt>
            <AcctSvcrRef>R1</AcctSvcrRef>
            <NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><RltdPties><Dbtr>
            <Nm>Ich</Nm></Dbtr><Cdtr><Nm>Bäckerei Müller</Nm></Cdtr></RltdPties>
            <RmtInf><Ustrd>Brot</Ustrd><Ustrd>und Brötchen &lt;2&gt;</Ustrd></RmtInf>
            </TxDtls></NtryDtls></Ntry>
            <Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
            <RvslInd>true</RvslInd><Sts>BOOK</Sts>
            <BookgDt><DtTm>2025-08-03T00:30:00+02:00</DtTm></BookgDt>
            <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ich</Nm></Dbtr><Cdtr><Nm>Verein</Nm>
            </Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
            <Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>INFO</Sts></Ntry>
            """,
            closing: "7.50"
        )
    )

    static let camt8 = TestFile(
        "a CAMT.053 file of version 8, with a pending entry and a batch",
        camt(
            """
            <Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>
            <ValDt><Dt>2025-08-01Z</Dt></ValDt>
            <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Anna</Nm></Pty></Dbtr></RltdPties>
            </TxDtls></NtryDtls></Ntry>
            <Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
            <BookgDt><Dt>2025-08-02</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Pty>
            <Nm>A</Nm></Pty></Cdtr></RltdPties></TxDtls>
            <TxDtls><RmtInf><Ustrd>x</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
            """,
            version: "08",
            closing: "70.00"
        )
    )
}
