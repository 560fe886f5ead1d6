/// What an XML file says next.
struct XMLToken {
    enum Kind {
        /// An element begins.
        case start
        /// An element ends. `text` is what it holds when it holds no elements, else what is
        /// behind the last one.
        case end(text: [UInt8], isTooLong: Bool)
    }

    let kind: Kind
    /// The element's name without a prefix.
    let name: String
    /// The name of its namespace where it begins; empty for none.
    let space: String
    /// Its attribute `Ccy`.
    let currency: String?
    /// The line of the tag's end, from 1.
    let line: Int
}
