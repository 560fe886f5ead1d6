import Banking
import Foundation
import Kernel
import Testing

/// Bank files changed at random, by a seed.
@Suite("Mutants of bank files")
struct MutantTests {
    /// How many of each sample; more for a long run.
    static let count = Int(ProcessInfo.processInfo.environment["PURSER_FUZZ_INPUTS"] ?? "") ?? 500

    @Test("are read or refused, and never in two ways", arguments: Samples.all)
    func mutants(file: TestFile) {
        var mutator = Mutator(seed: UInt64(file.bytes.count))
        for number in 0..<Self.count {
            let bytes = mutator.mutant(of: file.bytes)
            if let fault = Mutator.fault(in: bytes, pieces: mutator.pieces()) {
                Issue.record("mutant \(number) of \(file.name): \(fault)")
                return
            }
        }
    }
}

/// Changes files by a seed.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Lengths of pieces.
    mutating func pieces() -> [Int] { (0...below(3)).map { _ in 1 + below(200) } }

    /// A file with one to four changes.
    mutating func mutant(of file: [UInt8]) -> [UInt8] {
        var bytes = file
        for _ in 0...below(4) where !bytes.isEmpty { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count)
        let length = min(bytes.count - place, 1 + below(1 << below(9)))
        switch below(8) {
        case 0: bytes[place] = UInt8(below(256))
        case 1: bytes[place] ^= 1 << UInt8(below(8))
        case 2: bytes.removeSubrange(place..<(place + length))
        case 3: bytes.insert(contentsOf: bytes[place..<(place + length)], at: below(bytes.count))
        case 4: bytes.insert(contentsOf: Self.words[below(Self.words.count)], at: place)
        case 5:
            let word = Self.words[below(Self.words.count)]
            bytes.replaceSubrange(
                place..<(place + min(word.count, bytes.count - place)),
                with: word
            )
        case 6: bytes.removeLast(length)
        default:
            bytes.insert(contentsOf: [UInt8](repeating: bytes[place], count: length), at: place)
        }
    }

    /// The linear congruential generator of Knuth's MMIX; its high bits are drawn.
    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private static let words =
        [
            "<", ">", "</", "<OFX>", "</OFX>", "<STMTTRN>", "</STMTTRN>", "<STMTRS>", "<TRNAMT>",
            "&",
            "&#0;", "&#x110000;", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE", "<?xml", "\"",
            "\"\"",
            ",", ";", "\t", "\n", "\r", "\r\n\r\n", "^", "!Type:Bank", "!Account", "D", "T", ":20:",
            ":61:", ":86:", ":62F:", "-\n", "{4:", "<Ntry>", "</Ntry>", "<Stmt>", "0000", "9999",
            "-",
            "99999999999999999999999999999999999999", ".", "0.0000000000000001", "1E5", "\u{FEFF}",
            "\u{FFFD}", "\u{202E}", "e\u{301}\u{301}", "€", "\u{0}", "?20", "/NAME/", "=", "00:00",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5], [0x80],
        ]

    /// What is wrong with how a file is read; `nil` when nothing is.
    static func fault(in bytes: [UInt8], pieces: [Int]) -> String? {
        let file = TestFile("", bytes: bytes)
        let whole = result(file, [.max])
        guard whole == result(file, pieces) else { return "pieces \(pieces) are read otherwise" }
        guard case .success(let events) = whole else { return nil }
        guard events.count <= bytes.count + 2 else { return "more events than bytes" }
        return orderFault(events) ?? events.lazy.compactMap(rowFault).first
    }

    private static func result(
        _ file: TestFile,
        _ pieces: [Int]
    ) -> Result<[BankFileEvent], BankFileRefusal> {
        Result { () throws(BankFileRefusal) in try file.events(pieces: pieces) }
    }

    /// Statements begin and end by turns; rows and problems are inside.
    private static func orderFault(_ events: [BankFileEvent]) -> String? {
        var isOpen = false
        for event in events {
            switch event {
            case .statement:
                if isOpen { return "a statement in a statement" }
                isOpen = true
            case .ended:
                if !isOpen { return "an end without a beginning" }
                isOpen = false
            case .row: if !isOpen { return "a row outside of a statement" }
            case .problem: break
            }
        }
        return isOpen ? "a statement does not end" : nil
    }

    private static func rowFault(_ event: BankFileEvent) -> String? {
        guard case .row(let row) = event else { return nil }
        if abs(row.amount.minor) > Limits.amountMinor { return "an amount is too large" }
        if !Limits.bankFileYears.contains(row.day.month.year) { return "a day is out of range" }
        if row.text.isEmpty || row.line < 1 { return "a row has no text or no line" }
        let texts = [row.text, row.payee, row.category, row.providerID].compactMap(\.self)
        let isLong = texts.contains { $0.utf8.count > 3 * Limits.bankFileCellBytes }
        return isLong ? "a text is too long" : nil
    }
}
