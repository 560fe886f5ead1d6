import Kernel

/// Reads amounts as bank files write them, exactly.
struct AmountText {
    private var isNegative = false
    private var hasSign = false
    /// The digits, as long as they fit; more than that is out of range for every currency.
    private var whole: UInt64 = 0
    private var wholeDigits = 0
    private var fraction: [UInt8] = []
    private var hasFraction = false
    /// Digits since the last mark between thousands; `nil` when there was none.
    private var groupDigits: Int?
    private var word: [UInt8] = []
    private let decimal: UInt8
    private let group: UInt8

    /// Reads an amount in minor units.
    ///
    /// Taken are a sign before or behind it, brackets for less than zero, `CR` and `DR`, a
    /// currency's sign or code, marks and spaces between thousands.
    ///
    /// - Throws: A fault when it is no number, has decimals that the currency does not have, or is
    ///   beyond ``Limits/amountMinor``.
    static func minorUnits(
        _ bytes: ArraySlice<UInt8>,
        decimal: DecimalMark,
        exponent: Int
    ) throws(RowFault) -> Int64 {
        var amount = Self(decimal: decimal.byte, group: decimal.other.byte)
        try amount.read(bytes.trimmedSpace)
        return try amount.minorUnits(exponent)
    }

    /// Reads an amount without marks between thousands: its only mark is before the decimals; of
    /// both the last one is, and one that stands there twice is not.
    static func minorUnits(
        _ bytes: ArraySlice<UInt8>,
        exponent: Int
    ) throws(RowFault) -> Int64 {
        let last = bytes.lastIndex { $0 == 0x2C || $0 == 0x2E }
        let isComma = last.map { bytes[$0] == 0x2C } ?? false
        let mark = isComma ? DecimalMark.comma : .point
        let isTwice = bytes.count { $0 == mark.byte } > 1
        return try minorUnits(bytes, decimal: isTwice ? mark.other : mark, exponent: exponent)
    }

    private init(decimal: UInt8, group: UInt8) {
        self.decimal = decimal
        self.group = group
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) throws(RowFault) {
        var rest = bytes
        while let byte = rest.first {
            if byte.isDigit {
                try take(digit: byte)
            } else if byte == decimal {
                guard !hasFraction, isGrouped else { throw Self.noNumber }
                hasFraction = true
            } else if let length = Self.groupLength(rest, group) {
                try take(groupMark: rest.dropFirst(length))
                rest = rest.dropFirst(length)
                continue
            } else if let (length, isMinus) = Self.sign(rest) {
                try take(sign: isMinus)
                rest = rest.dropFirst(length)
                continue
            } else if byte.isLetter {
                word.append(byte.raised)
                guard word.count <= 3 else { throw Self.noNumber }
            } else if byte >= 0x80 || byte == UInt8(ascii: "$") {
                // A currency's sign: it has no digits on both sides.
                let length = try Self.currencySign(rest)
                rest = rest.dropFirst(length)
                continue
            } else {
                throw Self.noNumber
            }
            rest = rest.dropFirst()
        }
        guard wholeDigits + fraction.count > 0, isGrouped else { throw Self.noNumber }
        try takeWord()
    }

    private mutating func take(digit: UInt8) throws(RowFault) {
        // A word between digits, as in 1E5, is no number.
        if !word.isEmpty { try takeWord() }
        if hasFraction {
            fraction.append(digit)
            guard fraction.count <= 40 else { throw Self.noNumber }
            return
        }
        if let count = groupDigits { groupDigits = count + 1 }
        if whole > 0 || digit != 0x30 || wholeDigits == 0 { wholeDigits += 1 }
        guard wholeDigits <= 18 else { throw Self.tooLarge }
        whole = whole * 10 + UInt64(digit & 0xF)
    }

    private mutating func take(groupMark rest: ArraySlice<UInt8>) throws(RowFault) {
        // A space before a currency, a sign or the end parts no thousands.
        guard let next = rest.first, next.isDigit, wholeDigits > 0 else {
            guard rest.isEmpty || rest.first.map({ $0 != group && $0 != decimal }) ?? true else {
                throw Self.noNumber
            }
            return
        }
        guard !hasFraction, groupDigits ?? 3 >= 2, wholeDigits <= 3 || groupDigits != nil else {
            throw Self.noNumber
        }
        groupDigits = 0
    }

    /// Whether three digits are behind the last mark between thousands.
    private var isGrouped: Bool { hasFraction || groupDigits ?? 3 == 3 }

    private mutating func take(sign isMinus: Bool?) throws(RowFault) {
        // The closing bracket has said nothing new.
        guard let isMinus else { return }
        guard !hasSign else { throw Self.noNumber }
        hasSign = true
        isNegative = isMinus
    }

    /// Takes `CR`, `DR` or a currency's code for what it is.
    private mutating func takeWord() throws(RowFault) {
        defer { word = [] }
        switch String(decoding: word, as: UTF8.self) {
        case "", "CR", "KR", "FR": return
        case "DR", "DB":
            guard !hasSign else { throw Self.noNumber }
            isNegative = true
        case let code where code.utf8.count == 3 && Currency(code: code) != nil: return
        default: throw Self.noNumber
        }
    }

    private func minorUnits(_ exponent: Int) throws(RowFault) -> Int64 {
        var minor = whole
        for place in 0..<exponent {
            let digit = place < fraction.count ? UInt64(fraction[place] & 0xF) : 0
            let (grown, isOver) = minor.multipliedReportingOverflow(by: 10)
            guard !isOver, grown <= UInt64(Int64.max) else { throw Self.tooLarge }
            minor = grown + digit
        }
        guard fraction.dropFirst(exponent).allSatisfy({ $0 == 0x30 }) else {
            return try roundedNoise(exponent)
        }
        guard minor <= UInt64(Limits.amountMinor) else { throw Self.tooLarge }
        return isNegative ? -Int64(minor) : Int64(minor)
    }

    /// What a binary fraction made of an amount, as in 19.989999999999998.
    private func roundedNoise(_ exponent: Int) throws(RowFault) -> Int64 {
        let sign = isNegative ? "-" : ""
        let text = "\(sign)\(whole).\(String(decoding: fraction, as: UTF8.self))"
        do throws(MoneyError) {
            return try DecimalText.minorUnits(text, exponent: exponent)
        } catch .outOfRange {
            throw Self.tooLarge
        } catch {
            throw RowFault("The amount has more decimals than its currency.")
        }
    }

    // MARK: Signs

    /// The length of what parts thousands at the beginning of a text.
    private static func groupLength(_ text: ArraySlice<UInt8>, _ group: UInt8) -> Int? {
        switch text.first {
        case group, 0x20, UInt8(ascii: "'"): 1
        // No-break spaces, a thin space, and the apostrophe of typesetters.
        case _ where text.starts(with: [0xC2, 0xA0]): 2
        case _ where text.starts(with: [0xE2, 0x80, 0xAF]): 3
        case _ where text.starts(with: [0xE2, 0x80, 0x89]): 3
        case _ where text.starts(with: [0xE2, 0x80, 0x99]): 3
        default: nil
        }
    }

    /// The length of a sign, and whether it is a minus; `nil` for a closing bracket.
    private static func sign(_ text: ArraySlice<UInt8>) -> (Int, Bool?)? {
        switch text.first {
        case UInt8(ascii: "-"), UInt8(ascii: "("): (1, true)
        case UInt8(ascii: "+"): (1, false)
        case UInt8(ascii: ")"): (1, nil)
        case _ where text.starts(with: [0xE2, 0x88, 0x92]): (3, true)
        default: nil
        }
    }

    private static func currencySign(_ text: ArraySlice<UInt8>) throws(RowFault) -> Int {
        for sign in ["$", "€", "£", "¥", "₹", "₩", "₽", "ł"] where text.starts(with: sign.utf8) {
            return sign.utf8.count
        }
        throw noNumber
    }

    private static let noNumber = RowFault("The amount is no number.")
    private static let tooLarge = RowFault("The amount is too large.")
}
