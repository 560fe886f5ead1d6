/// How full something is: a bar with its figures, and what that means in a word and a sentence.
struct Meter: PageView {
    static let template = "meter"

    let name: String
    /// Whose it is, where others' stand beside it.
    let meterOwner: String?
    let kind: String
    let meterTag: Tag?
    let sum: String
    /// The bar's width in per cent.
    let width: Int
    /// The bar for those who do not see it.
    let label: String
    let sentence: String

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - name: What it measures.
    ///   - owner: Whose it is; `nil` where that is clear.
    ///   - kind: What its fullness means, as the bar's colour says.
    ///   - tag: The same in a word.
    ///   - sum: Its figures.
    ///   - percent: How full it is; above 100 the bar is full.
    ///   - label: How full it is, for those who do not see the bar.
    ///   - sentence: What that means.
    init(
        _ name: String,
        of owner: String? = nil,
        _ kind: Tag.Kind = .plain,
        tag: Tag? = nil,
        sum: String,
        percent: Int64,
        label: String,
        _ sentence: String
    ) {
        self.name = name
        meterOwner = owner
        self.kind = kind.rawValue
        meterTag = tag
        self.sum = sum
        width = Int(min(100, max(0, percent)))
        self.label = label
        self.sentence = sentence
    }
}
