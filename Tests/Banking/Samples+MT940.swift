extension Samples {
    static let mt940 = TestFile(
        "an MT940 file of a German bank",
        """
        {1:F01BANKDEFFXXXX0000000000}{2:O9400000}{4:
        :20:STARTUMS
        :25:12030000/202051
        :28C:00001/001
        :60F:C250731EUR100,00
        :61:2508010801DR112,50NTRFNONREF//B5H1
        :86:166?00GUTSCHRIFT?20SVWZ+Brot und Broetchen 2 b?21is Ende August?30BYLADEM1001
        ?32Baeckerei?33 Mueller
        :61:2501011231RC20,NMSCNONREF
        :86:/TRTP/SEPA/IBAN/DE02120300000000202051/NAME/Verein e.V./REMI/Beitrag 1/2
        :61:250803RD7,5FMSCREF7
        Rueckgabe
        :62F:D250831EUR25,00
        :64:C250831EUR75,00
        -}
        """
    )

    static let plainMT940 = TestFile(
        "an MT940 file of two pages with plain details and lines of the bank around",
        """
        ABNANL2A
        940
        :20:1
        :25:NL91ABNA0417164300EUR
        :28:1/1
        :60F:C250101EUR0,
        :61:2501020102C1000,00N544NONREF
        :86:SALARY OF JANUARY
        ACME INC
        :62M:C250102EUR1000,
        -
        :20:1
        :25:NL91ABNA0417164300EUR
        :28:1/2
        :60M:C250102EUR1000,
        :61:2501030103D0,07NINTNONREF
        :62F:C250103EUR999,93
        -
        """
    )
}
