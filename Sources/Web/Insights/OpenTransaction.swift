import Contract
import Kernel

/// One transaction, with what its owner may write about it.
struct OpenTransaction: Sendable {
    let name: String
    let amount: Amount
    let detail: String
    let bankName: String?
    /// What there is to know besides, a sentence each.
    let remarks: [String]
    let fields: [TextField]
    let action: String
    let back: String
    let formToken: String
    let categoryWas: String
    let notesWas: String

    /// Shows one that is open at the address of `forms`.
    ///
    /// `period`: The days among which it stands out; its month when `nil`.
    init(
        _ transaction: API.Insights.Transaction,
        account: String?,
        forms: TransactionForms,
        period: String? = nil,
        zone: Zone,
        _ format: PageFormat
    ) {
        name = transaction.merchantName
        amount = .moved(transaction, format)
        let day = zone.day(of: transaction.occurredAt.instant)
        detail = [format.fullDay(day), account].compactMap(\.self).joined(separator: " · ")
        bankName = transaction.description
        let unusual = transaction.anomalyScore.map { score in
            Self.unusual(transaction.amount, score, in: period ?? format.month(day.month), format)
        }
        remarks =
            (transaction.pending
                ? ["Pending: the bank may still change it, or take it back."] : [])
            + [unusual].compactMap(\.self)
        let subject = TransactionForms.Subject(transaction)
        fields = forms.fields(subject, isInList: false)
        (categoryWas, notesWas) = (subject.category, subject.notes)
        action = forms.search.path
        back = forms.search.with { ($0.open, $0.day) = (nil, nil) }.path
        formToken = forms.formToken
    }

    /// Why an expense stands out, and what is usual.
    private static func unusual(
        _ amount: DecimalAmount,
        _ score: API.Insights.AnomalyScore,
        in period: String,
        _ format: PageFormat
    ) -> String {
        let share = format.decimal(hundredths: score.budgetImpactPercent.minor)
        let part = "It is \(share) % of all that was spent in \(period)."
        let more = score.deltaAmount.minor
        guard more > 0 else { return "Unusual. \(part)" }
        let usual = format.money(hundredths: abs(amount.minor) - more)
        return """
            Unusual: a purchase is usually about \(usual), and this is \
            \(format.money(hundredths: more)) more. \(part)
            """
    }
}

extension TransactionForms.Subject {
    init(_ transaction: API.Insights.Transaction) {
        self.init(
            id: transaction.id,
            name: transaction.merchantName,
            category: transaction.category,
            notes: transaction.notes ?? ""
        )
    }
}

extension API.Insights.Transaction {
    /// What is not as with most.
    var tags: [Tag] {
        (pending ? [Tag(.plain, "pending")] : [])
            + (anomalyScore == nil ? [] : [Tag(.warn, "unusual")])
    }
}

extension Amount {
    /// A transaction's amount, in the currency of its account.
    static func moved(
        _ transaction: API.Insights.Transaction,
        _ format: PageFormat
    ) -> Amount {
        .moved(hundredths: transaction.amount.minor, format.inCurrency(transaction.currency))
    }
}
