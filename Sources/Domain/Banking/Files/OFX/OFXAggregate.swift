/// The elements of OFX that hold other elements, as far as they matter.
///
/// Source: OFX 1.6 and 2.2, sections 2.5 and 11. In SGML nothing else tells them from an element
/// with an empty value whose end is left out.
enum OFXAggregate: String {
    case ofx = "OFX"
    case signOnMessages = "SIGNONMSGSRSV1"
    case signOn = "SONRS"
    case status = "STATUS"
    case institution = "FI"
    case bankMessages = "BANKMSGSRSV1"
    case cardMessages = "CREDITCARDMSGSRSV1"
    case bankResponse = "STMTTRNRS"
    case cardResponse = "CCSTMTTRNRS"
    case bankStatement = "STMTRS"
    case cardStatement = "CCSTMTRS"
    case bankAccount = "BANKACCTFROM"
    case cardAccount = "CCACCTFROM"
    case otherBankAccount = "BANKACCTTO"
    case otherCardAccount = "CCACCTTO"
    case transactions = "BANKTRANLIST"
    case pendingTransactions = "BANKTRANLISTP"
    case transaction = "STMTTRN"
    case pendingTransaction = "STMTTRNP"
    case payee = "PAYEE"
    case currency = "CURRENCY"
    case originalCurrency = "ORIGCURRENCY"
    case ledgerBalance = "LEDGERBAL"
    case availableBalance = "AVAILBAL"
    case balances = "BALLIST"
    case balance = "BAL"
    case image = "IMAGEDATA"
    case extended = "EXTDPAYEE"
    case investmentMessages = "INVSTMTMSGSRSV1"
    case investmentResponse = "INVSTMTTRNRS"
    case investmentStatement = "INVSTMTRS"
    case securities = "SECLISTMSGSRSV1"
    case securityList = "SECLIST"

    var isStatement: Bool { self == .bankStatement || self == .cardStatement }

    var isTransaction: Bool { self == .transaction || self == .pendingTransaction }
}
