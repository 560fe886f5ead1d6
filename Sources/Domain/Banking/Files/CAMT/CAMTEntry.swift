import Kernel

/// An entry of CAMT.053 as its elements come.
struct CAMTEntry {
    let line: Int
    var currency: String?
    /// How many transactions it is made of.
    var details = 0
    private(set) var status = ""
    private var amount: ArraySlice<UInt8>?
    private var direction = ""
    private var isReversal = false
    private var booked: ArraySlice<UInt8>?
    private var valued: ArraySlice<UInt8>?
    private var id: String?
    private var debtor: String?
    private var creditor: String?
    private var remittance: [String] = []
    private var reference: String?
    private var detailText: String?
    private var entryText: String?
    private var fault: RowFault?

    init(line: Int) {
        self.line = line
    }

    /// Takes the text of an element.
    mutating func take(_ path: CAMTPath, _ text: [UInt8], _ isTooLong: Bool) {
        do throws(RowFault) {
            try takePart(path, text[...])
            // Reports and images that nobody reads may be long.
            if isTooLong, path != .detailsText {
                throw RowFault("A value is too long.")
            }
        } catch {
            if fault == nil { fault = error }
        }
    }

    private mutating func takePart(
        _ path: CAMTPath,
        _ text: ArraySlice<UInt8>
    ) throws(RowFault) {
        switch path {
        case .amount: amount = text
        case .direction: direction = Self.word(text)
        case .reversal: isReversal = ["true", "1"].contains(Self.word(text))
        case .status, .statusCode:
            let word = Self.word(text)
            if !word.isEmpty { status = word }
        case .bookingDay, .bookingInstant: booked = text
        case .valueDay, .valueInstant: valued = text
        case .bankReference: id = try PlainText.identifier(text)
        case .entryText: entryText = try PlainText.of(text)
        default:
            // An entry of many transactions is told as a whole.
            if details == 1 { try takeDetail(path, text) }
        }
    }

    private mutating func takeDetail(
        _ path: CAMTPath,
        _ text: ArraySlice<UInt8>
    ) throws(RowFault) {
        switch path {
        case .debtor, .debtorParty: debtor = try PlainText.of(text)
        case .creditor, .creditorParty: creditor = try PlainText.of(text)
        case .remittance:
            if let line = try PlainText.of(text), remittance.count < Self.mostLines {
                remittance.append(line)
            }
        case .reference: reference = try PlainText.of(text)
        case .detailsText: detailText = try PlainText.of(text)
        default: break
        }
    }

    /// The row, in the statement's currency unless its amount names one.
    func row(_ standard: Currency) throws(RowFault) -> BankFileRow {
        if let fault { throw fault }
        guard let amount else { throw RowFault("The row has no amount.") }
        guard let day = booked ?? valued else { throw RowFault("The row has no day.") }
        let money = try CAMTAmount.money(amount, currency ?? standard.code, direction)
        let payee = payee
        return BankFileRow(
            line: line,
            day: try DayText.iso(day),
            amount: money,
            providerID: id,
            payee: payee,
            text: text ?? payee ?? (direction == "CRDT" ? "Credit" : "Debit"),
            isPending: status == "PDNG"
        )
    }

    /// The other side: of a credit who paid.
    ///
    /// A reversal has the parties of what it takes back.
    private var payee: String? {
        guard details <= 1 else { return nil }
        let isIn = (direction == "CRDT") != isReversal
        return isIn ? debtor : creditor
    }

    private var text: String? {
        let single = remittance.isEmpty ? nil : remittance.joined(separator: " ")
        guard details <= 1 else { return entryText ?? "\(details) payments" }
        return single ?? detailText ?? entryText ?? reference
    }

    private static let mostLines = 32

    private static func word(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text.trimmedSpace.prefix(8), as: UTF8.self)
    }
}
