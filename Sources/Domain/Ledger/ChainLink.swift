import Crypto
public import Kernel

/// One link of a household's hash chain: each transfer, decision and edit, in the order of
/// recording.
///
/// A row that is changed, removed or put in later no longer fits, and `purser verify` names it.
public struct ChainLink: Sendable, Equatable {
    /// The position in the household's chain, from 1.
    public let sequence: Int64
    /// The hash of the link before; zeros for the first.
    public let previousHash: String
    /// SHA-256 over ``previousHash`` and the content, in hexadecimal.
    public let hash: String

    /// What the first link follows: 64 zeros.
    public static let genesis = String(repeating: "0", count: 64)

    /// Makes the link that follows a head.
    public init(after head: ChainHead, content: ChainContent) {
        sequence = head.sequence + 1
        previousHash = head.hash
        hash = Self.hash(sequence: sequence, previousHash: head.hash, content)
    }

    /// The hash a link must have at its place.
    public static func hash(
        sequence: Int64,
        previousHash: String,
        _ content: ChainContent
    ) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.bytes.count + 96)
        bytes.append(contentsOf: previousHash.utf8)
        bytes.append(contentsOf: String(sequence).utf8)
        bytes.append(UInt8(ascii: "|"))
        bytes.append(contentsOf: content.bytes)
        return SHA256.hash(data: bytes).withUnsafeBytes(Hexadecimal.text)
    }
}

/// Where a household's chain ends.
public struct ChainHead: Sendable, Equatable {
    /// The household.
    public let household: ID<Entity.Household>
    /// The last link's position; 0 when there is none.
    public let sequence: Int64
    /// The last link's hash; ``ChainLink/genesis`` when there is none.
    public let hash: String

    /// Makes a head.
    public init(household: ID<Entity.Household>, sequence: Int64, hash: String) {
        self.household = household
        self.sequence = sequence
        self.hash = hash
    }

    /// The head after a link.
    public func advanced(by link: ChainLink) -> ChainHead {
        precondition(link.sequence == sequence + 1, "links follow one another without a gap")
        return ChainHead(household: household, sequence: link.sequence, hash: link.hash)
    }
}

/// The content of a link in one unambiguous form: each field with its length before it.
public struct ChainContent: Sendable {
    fileprivate private(set) var bytes: [UInt8] = []

    /// Begins the content of one kind of record.
    public init(kind: String) {
        bytes.reserveCapacity(2_048)
        append(kind)
    }

    /// Adds text, or that there is none.
    public mutating func append(_ text: String?) {
        guard var text else { return appendNothing() }
        text.withUTF8 { append($0) }
    }

    /// Adds a number, or that there is none.
    public mutating func append(_ number: Int64?) {
        guard let number else { return appendNothing() }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            // From the last digit to the first.
            var start = digits.count
            var rest = number.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Adds an id, or that there is none.
    public mutating func append<Entity>(_ id: ID<Entity>?) {
        guard let id else { return appendNothing() }
        append(length: RawID.characters)
        id.raw.append(to: &bytes)
        bytes.append(UInt8(ascii: ";"))
    }

    /// SHA-256 over the content, in hexadecimal; what stands for it in a link of another record.
    public var digest: String {
        SHA256.hash(data: bytes).withUnsafeBytes(Hexadecimal.text)
    }

    private mutating func appendNothing() {
        bytes.append(UInt8(ascii: "-"))
        bytes.append(UInt8(ascii: ";"))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        append(length: text.count)
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: ";"))
    }

    /// Writes `12:` before a text of so many bytes.
    private mutating func append(length: Int) {
        append(digitsOf: length)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(digitsOf number: Int) {
        let (others, last) = number.quotientAndRemainder(dividingBy: 10)
        if others > 0 { append(digitsOf: others) }
        bytes.append(UInt8(ascii: "0") + UInt8(last))
    }
}

extension Transfer {
    /// The transfer as its link holds it.
    public var chainContent: ChainContent {
        var content = ChainContent(kind: "transfer")
        content.append(id)
        content.append(household)
        content.append(debitAccount)
        content.append(creditAccount)
        content.append(amount.minor)
        content.append(amount.currency.code)
        content.append(kind.rawValue)
        content.append(phase.rawValue)
        content.append(pending)
        content.append(reverses)
        content.append(member)
        content.append(details.merchant)
        content.append(details.category)
        content.append(details.text)
        content.append(details.provider)
        content.append(details.providerRecord)
        content.append(occurredAt.milliseconds)
        content.append(Int64((chainedDay ?? day).dayNumber))
        content.append(recordedAt.milliseconds)
        // Links that were made before this came are as they were.
        if let replaces { content.append(replaces) }
        return content
    }
}
