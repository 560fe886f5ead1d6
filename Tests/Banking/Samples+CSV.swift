import Banking

extension Samples {
    static let csv = TestFile(
        "a CSV file as banks of the United States write it",
        """
        Transaction Date,Post Date,Description,Category,Type,Amount,Balance,Transaction ID
        08/01/2025,08/02/2025,"BLUE BOTTLE, SEATTLE",Food & Drink,Sale,-12.34,"1,087.66",T1
        08/03/2025,08/04/2025,"He said ""hi""
        twice",,Payment,"$1,500.00",2587.66,T2
        08/31/2025,08/31/2025,=1+2,,Sale,(3.00),2584.66,T3

        """
    )

    static let germanCSV = TestFile(
        "a CSV file with a preamble, semicolons and decimal commas",
        bytes: Array("Kontonummer:;DE02120300000000202051\r\n\r\n".utf8)
            + Array("Buchungstag;Wertstellung;Auftraggeber/Empf".utf8) + [0xE4]
            + Array("nger;Verwendungszweck;Betrag;W".utf8) + [0xE4] + Array("hrung\r\n".utf8)
            + Array("01.08.2025;02.08.2025;B".utf8) + [0xE4]
            + Array("ckerei;Br".utf8) + [0xF6] + Array("tchen;-1.234,50;EUR\r\n".utf8)
            + Array("02.08.2025;02.08.2025;Amt;Steuer;7,00;EUR\r\n".utf8)
    )

    static let debitCSV = TestFile(
        "a CSV file with debit and credit, the newest row first",
        """
        Date;Details;Debit;Credit;Balance
        2025-08-03;Rent;-900.00;;100.00
        2025-08-02;"Salary";;1000.00;1000.00
        """
    )

    static let bareCSV = TestFile(
        "a CSV file without a header",
        """
        "13/08/2025","-4.50","*","","BLUE BOTTLE COFFEE"
        "14/08/2025","100.00","*","","PAYROLL"
        """
    )
}
