import Kernel
import Ledger
import SQL
import Store

/// Walks a household's chain from its first link, over the three tables that hold links.
struct ChainWalk {
    /// A link's record, whichever table it is in.
    enum Record {
        case transfer(Transfer)
        case decision(DecisionRecord)
        case edit(Edit)

        var content: ChainContent {
            get throws {
                switch self {
                case .transfer(let transfer): transfer.chainContent
                case .decision(let decision): try decision.chainContent
                case .edit(let edit): edit.chainContent
                }
            }
        }

        var row: String {
            switch self {
            case .transfer(let transfer): "transfers \(transfer.id)"
            case .decision(let decision): "decisions \(decision.id)"
            case .edit(let edit): "edits \(edit.id)"
            }
        }
    }

    private let household: ID<Entity.Household>
    private let session: any Session
    private var pages = [
        Page { try Transfers.links(of: $0, after: $1, in: $2).map { $0.mapped(Record.transfer) } },
        Page { try Decisions.links(of: $0, after: $1, in: $2).map { $0.mapped(Record.decision) } },
        Page { try Edits.links(of: $0, after: $1, in: $2).map { $0.mapped(Record.edit) } },
    ]
    /// How many links fitted so far.
    private(set) var sequence: Int64 = 0
    private var hash = ChainLink.genesis

    init(_ household: ID<Entity.Household>, in session: any Session) {
        self.household = household
        self.session = session
    }

    /// The next link's record; `nil` at the end.
    ///
    /// - Throws: ``BooksFault`` when the link does not fit.
    mutating func next() throws -> Record? {
        do {
            for index in pages.indices { try pages[index].refill(of: household, in: session) }
        } catch let link as UnreadableLink {
            throw fault("\(link.table) \(link.id)", "it cannot be read: \(link.reason)")
        }
        let heads = pages.indices.compactMap { index in
            pages[index].first.map { (index: index, link: $0) }
        }
        guard let next = heads.min(by: { $0.link.sequence < $1.link.sequence }) else { return nil }
        try check(next.link)
        pages[next.index].removeFirst()
        return next.link.record
    }

    /// Checks that the chain ends where the household says.
    func requireEnd(_ head: ChainHead) throws {
        guard head.sequence == sequence, head.hash == hash else {
            throw fault("households \(household)", "its chain does not end where it says")
        }
    }

    private mutating func check(_ link: RecordedLink<Record>) throws {
        let row = link.record.row
        guard link.sequence == sequence + 1 else {
            throw fault(row, "link \(sequence + 1) is missing before it")
        }
        guard link.previousHash == hash else {
            throw fault(row, "it does not follow the link before it")
        }
        let expected = ChainLink.hash(
            sequence: link.sequence,
            previousHash: hash,
            try link.record.content
        )
        guard link.hash == expected else { throw fault(row, "its content was changed") }
        sequence = link.sequence
        hash = link.hash
    }

    private func fault(_ row: String, _ reason: String) -> BooksFault {
        BooksFault(household: household, row: row, reason: reason)
    }

    /// The links of one table that were read and not yet handed out.
    private struct Page {
        typealias Read = (ID<Entity.Household>, Int64, any Session) throws -> [RecordedLink<Record>]

        private let read: Read
        private var links: ArraySlice<RecordedLink<Record>> = []
        private var lastSequence: Int64 = 0
        private var mayHaveMore = true

        init(_ read: @escaping Read) {
            self.read = read
        }

        var first: RecordedLink<Record>? { links.first }

        mutating func removeFirst() { links.removeFirst() }

        mutating func refill(of household: ID<Entity.Household>, in session: any Session) throws {
            guard links.isEmpty, mayHaveMore else { return }
            links = try read(household, lastSequence, session)[...]
            lastSequence = links.last?.sequence ?? lastSequence
            mayHaveMore = links.count == Limits.walkRows
        }
    }
}

extension RecordedLink {
    fileprivate func mapped<Other: Sendable>(
        _ transform: (Record) -> Other
    ) -> RecordedLink<Other> {
        RecordedLink<Other>(
            record: transform(record),
            sequence: sequence,
            previousHash: previousHash,
            hash: hash
        )
    }
}
