extension Samples {
    static let qif = TestFile(
        "a QIF file of two accounts, as Quicken exports it",
        """
        !Option:AutoSwitch
        !Account
        NChecking
        TBank
        ^
        !Type:Bank
        D1/ 2'25
        T1,000.00
        POpening Balance
        L[Checking]
        ^
        D1/13'25
        U-1,234.50
        T-1,234.50
        CX
        N1042
        PLandlord
        MRent
        LHousing:Rent/Flat
        ^
        D1/14'25
        T5.00
        N1043
        ^
        !Account
        NCard
        TCCard
        ^
        !Type:CCard
        D1/15'25
        T-20
        PBooks
        L[Checking]
        SFood
        $-20
        ^
        !Type:Cat
        NFood
        ^

        """
    )

    static let britishQIF = TestFile(
        "a QIF file without an account, the day first, with the line ends of an old Macintosh",
        "!Type:Cash\rD31.12.99\rT-1.234,50\rPMarkt\r^\rD01.02.2000\rT7,00\rMZins\r^\r"
    )
}
