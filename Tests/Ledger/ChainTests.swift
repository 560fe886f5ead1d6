import Kernel
import Testing

@testable import Ledger

/// The hashes were computed apart from the program, from the form that ``ChainContent`` describes.
@Suite("A household's chain")
struct ChainTests {
    private let first = "e7373ccbb93dddcaf0015f9308300788fea13d380737866773b5dafa4104697a"
    private let second = "5ccb0d4e7330708b25a9926373778e334ad8871506727f4311b4abc75aa31500"
    private let third = "c30a9b6c53f4763bb81c74c3ab86b91effec7aef0ea29b13088dc33b2691f09f"

    private var plain: Transfer { transfer() }

    private var full: Transfer {
        transfer(
            id: 101,
            from: 2,
            to: 1,
            999,
            .eur,
            phase: .post,
            pending: 50,
            member: 7,
            details: Transfer.Details(
                merchant: "Café; 3:x",
                category: "Dining",
                text: "line\nbreak",
                provider: "plaid",
                providerRecord: "r-1"
            )
        )
    }

    private var edit: Edit {
        Edit(
            id: id(9),
            household: id(1),
            author: nil,
            kind: .ruleSet,
            subject: "4",
            body: #"{"a":1}"#,
            madeAt: Timestamp(milliseconds: 1_736_937_000_123)
        )
    }

    @Test(
        "a number is written as its text is",
        arguments: [0, 7, -7, 10, -1_000, 99, 100, 1_736_937_000_123, .max, .min] as [Int64]
    )
    func number(number: Int64) {
        let head = ChainHead(household: id(1), sequence: 0, hash: ChainLink.genesis)
        var content = ChainContent(kind: "test")
        content.append(number)
        var text = ChainContent(kind: "test")
        text.append(String(number))
        #expect(
            ChainLink(after: head, content: content).hash
                == ChainLink(after: head, content: text).hash
        )
    }

    @Test("its links have the hashes they always had")
    func golden() {
        var head = ChainHead(household: id(1), sequence: 0, hash: ChainLink.genesis)
        var links: [ChainLink] = []
        for content in [plain.chainContent, full.chainContent, edit.chainContent] {
            let link = ChainLink(after: head, content: content)
            head = head.advanced(by: link)
            links.append(link)
        }
        #expect(links.map(\.sequence) == [1, 2, 3])
        #expect(links.map(\.previousHash) == [ChainLink.genesis, first, second])
        #expect(links.map(\.hash) == [first, second, third])
        #expect(head == ChainHead(household: id(1), sequence: 3, hash: third))
    }

    @Test("begins after 64 zeros")
    func genesis() {
        #expect(ChainLink.genesis == String(repeating: "0", count: 64))
    }

    @Test("gives one content another hash at another place and after another link")
    func place() {
        let hash = { ChainLink.hash(sequence: $0, previousHash: $1, plain.chainContent) }
        #expect(hash(1, ChainLink.genesis) == first)
        #expect(hash(2, ChainLink.genesis) != first)
        #expect(hash(1, second) != first)
    }

    /// The hash of a transfer as the first link.
    private func hash(_ transfer: Transfer) -> String {
        ChainLink.hash(sequence: 1, previousHash: ChainLink.genesis, transfer.chainContent)
    }

    @Test(
        "notices a change of any field of a transfer",
        arguments: [
            transfer(id: 101), transfer(household: 2), transfer(from: 3), transfer(to: 3),
            transfer(1_001), transfer(1_000, .eur), transfer(kind: .own),
            transfer(phase: .pending), transfer(pending: 50), transfer(reverses: 50),
            transfer(member: 7), transfer(details: Transfer.Details(merchant: "a")),
            transfer(details: Transfer.Details(category: "a")),
            transfer(details: Transfer.Details(text: "a")),
            transfer(details: Transfer.Details(provider: "a")),
            transfer(details: Transfer.Details(providerRecord: "a")),
            transfer(details: Transfer.Details(merchant: "")),
        ]
    )
    func fields(changed: Transfer) {
        #expect(hash(changed) != hash(plain))
    }

    @Test(
        "tells apart what would be one text if fields were only joined",
        arguments: [
            (["ab", "c"], ["a", "bc"]), (["", "a"], ["a", ""]), ([nil, "a"], ["a", nil]),
            ([nil], [""]), (["-;"], [nil]), (["1:a;"], ["a"]), (["a;", "b"], ["a", ";b"]),
            (["a", nil], ["a"]),
        ] as [([String?], [String?])]
    )
    func boundaries(left: [String?], right: [String?]) {
        let hash = { (fields: [String?]) in
            var content = ChainContent(kind: "test")
            for field in fields { content.append(field) }
            return ChainLink.hash(sequence: 1, previousHash: ChainLink.genesis, content)
        }
        #expect(hash(left) != hash(right))
    }

    @Test("tells the kinds of records apart")
    func kinds() {
        let hash = { (kind: String) in
            ChainLink.hash(
                sequence: 1,
                previousHash: ChainLink.genesis,
                ChainContent(kind: kind)
            )
        }
        #expect(Set(["transfer", "decision", "edit"].map(hash)).count == 3)
    }
}
