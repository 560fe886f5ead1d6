import Crypto
import Kernel

/// What a stored highlight is held against: the same month, rows and anomalies have the same one.
public struct FactsFingerprint: Sendable, Hashable {
    /// SHA-256 in hexadecimal.
    public let text: String

    /// Takes a fingerprint that was stored.
    public init(stored text: String) {
        self.text = text
    }

    /// Makes the fingerprint of a month's facts.
    ///
    /// - Parameters:
    ///   - summary: The month.
    ///   - rows: Its rows, in any order.
    public init(of summary: MonthlySummary, rows: some Sequence<AnalysedRow>) {
        var facts = FactBytes()
        facts.append("insights.highlight.1")
        facts.append(summary.month.text)
        let rows = rows.sorted { $0.id < $1.id }
        facts.append(Int64(rows.count))
        for row in rows { facts.append(row) }
        facts.append(Int64(summary.anomalies.count))
        for anomaly in summary.anomalies {
            facts.append(anomaly.row.id.text)
            facts.append(anomaly.score.method.rawValue)
            facts.append(anomaly.score.deltaMinor)
            facts.append(anomaly.score.impactBasisPoints)
        }
        text = SHA256.hash(data: facts.bytes).withUnsafeBytes(Hexadecimal.text)
    }
}

/// Facts in one unambiguous form: numbers have eight bytes, and texts their length before them.
private struct FactBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ row: AnalysedRow) {
        append(row.id.text)
        append(Int64(row.day.dayNumber))
        append(row.instant.milliseconds)
        append(row.amountMinor)
        append(row.category)
        append(row.merchant)
        append(row.isPending ? 1 : 0)
    }

    mutating func append(_ number: Int64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: String) {
        append(Int64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
