import Kernel

/// What there is to know of one kind of leaf: its JSON, what it asks for, its test and its words.
protocol PolicyQuestion: Sendable, Hashable {
    /// Its key in JSON.
    static var key: String { get }
    /// Reads what stands under the key, or says what is wrong with it.
    init(_ value: PolicyValue, at path: String) throws(PolicyFault)
    /// What stands under the key.
    var value: PolicyValue { get }
    /// Says what must be read before it can be answered.
    func tell(_ needs: inout PolicyNeeds)
    /// How it is answered, once that was read.
    func test(_ needs: PolicyNeeds) -> PolicyTest
    /// The part of a sentence that says what is so, or that it is not so.
    func clause(_ isTrue: Bool, _ currency: Currency) -> String
    /// The figures of a purchase that it is answered by.
    func finding(_ facts: PolicyFacts) -> String
    /// The number of which a lower one makes it true more often, if it has one.
    var lowerBound: Int64? { get set }
}

extension PolicyQuestion {
    /// Nothing but what every decision has at hand.
    func tell(_ needs: inout PolicyNeeds) {}

    /// None.
    var lowerBound: Int64? {
        get { nil }
        set {}
    }
}

/// How a leaf is answered by numbers.
enum PolicyTest {
    /// The number at a place of the measures is within bounds.
    case between(PolicyMeasure, ClosedRange<Int64>)
    /// The purchase's category is one of these, each once and in order.
    case category([String])
    /// The purchase's merchant is one of these, each once and in order.
    case merchant([String])
    /// The purchase's code lies in one of these, in order and apart from one another.
    case code([ClosedRange<Int64>])
    /// The clock shows one of these days, Monday the lowest bit, and from one minute up to another.
    ///
    /// Where the end is not after the start, the span goes on over midnight.
    case clock(days: UInt8, from: Int, until: Int)
}

/// Which number of a purchase is looked at.
enum PolicyMeasure: Hashable {
    /// The amount in minor units.
    case amount
    /// 1 when the member never bought from the merchant, else 0.
    case firstAtMerchant
    /// 1 when the member never bought in the category, else 0.
    case firstInCategory
    /// The score in ten-thousandths.
    case avoidable
    /// What is left in the wallet after the purchase, in minor units.
    case walletLeft
    /// A window's sum or number with the purchase, by its place among the needs.
    case window(Int)
    /// 0 outside, 1 inside, 2 unknown, by its place among the needs.
    case place(Int)
    /// What the goal lacks in minor units, by its place among the needs.
    case goal(Int)
}
