import Contract
import Insights
import Kernel

extension API.Insights.Figure {
    /// A figure as an answer shows it.
    init(_ figure: AnswerFigure) {
        let (value, unit) =
            switch figure.value {
            case .money(let money): (DecimalAmount(money), money.currency.code)
            case .count(let count): (DecimalAmount(whole: count), "count")
            case .percent(let basisPoints): (DecimalAmount(minor: basisPoints), "percent")
            case .days(let days): (DecimalAmount(whole: days), "days")
            }
        self.init(
            label: MaskedText.masked(figure.label),
            value: value,
            unit: unit,
            from: figure.first.map(WireDay.init),
            to: figure.last.map(WireDay.init),
            filter: figure.filter.map(MaskedText.masked)
        )
    }
}

extension DecimalAmount {
    /// A whole number; one that is too large is the largest that can be.
    fileprivate init(whole: Int64) {
        self.init(minor: Int64(clamping: Int128(whole) * 100))
    }
}
