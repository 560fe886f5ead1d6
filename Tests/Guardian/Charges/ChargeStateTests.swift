import Guardian
import Kernel
import Testing

@Suite("How far a charge has come")
struct ChargeStateTests {
    private static let long = Limits.chargeDroppedMilliseconds

    /// What a state becomes by each report, in the order of ``ChargeReport``, when the
    /// processor was asked long ago.
    static let table: [(ChargeState, [ChargeState])] = [
        (
            .recorded,
            [.succeeded, .processing, .requiresAction, .failed, .unknown, .refused, .dropped]
        ),
        (
            .unknown,
            [.succeeded, .processing, .requiresAction, .failed, .unknown, .refused, .dropped]
        ),
        (
            .processing,
            [
                .succeeded, .processing, .requiresAction, .failed, .processing, .processing,
                .processing,
            ]
        ),
        (
            .requiresAction,
            [
                .succeeded, .processing, .requiresAction, .failed, .requiresAction,
                .requiresAction, .requiresAction,
            ]
        ),
        (.succeeded, Array(repeating: .succeeded, count: 7)),
        (.failed, Array(repeating: .failed, count: 7)),
        (.refused, Array(repeating: .refused, count: 7)),
        (
            .dropped,
            [.succeeded, .processing, .requiresAction, .failed, .unknown, .refused, .dropped]
        ),
    ]

    @Test("changes by what is heard, and not once it is final", arguments: table)
    func report(before: ChargeState, after: [ChargeState]) {
        let states = ChargeReport.allCases.map { before.after($0, waitedMilliseconds: Self.long) }
        #expect(states == after)
    }

    @Test("the table holds every state")
    func complete() {
        #expect(Self.table.map(\.0) == ChargeState.allCases)
    }

    @Test("what is not there is not given up before its time")
    func absent() {
        for state in [ChargeState.recorded, .unknown] {
            #expect(state.after(.absent, waitedMilliseconds: Self.long - 1) == state)
            #expect(state.after(.absent, waitedMilliseconds: Self.long) == .dropped)
        }
    }

    @Test("what is reserved is posted or released, and nothing is posted without having succeeded")
    func entries() {
        for before in ChargeState.allCases where !before.isFinal {
            for next in ChargeState.allCases {
                let entry = before.entry(to: next)
                let isReserved = before == .processing
                switch next {
                case _ where next == before: #expect(entry == nil)
                case .succeeded: #expect(entry == (isReserved ? .postReserved : .post))
                case .processing: #expect(entry == .reserve)
                default: #expect(entry == (isReserved ? .release : nil))
                }
            }
        }
    }

    @Test("a final charge enters the ledger no more")
    func final() {
        for state in ChargeState.allCases where state.isFinal {
            #expect(state.entry(to: state) == nil)
            #expect(state.nextLook(recordedAt: Self.noon, now: Self.noon) == nil)
        }
        #expect(ChargeState.dropped.nextLook(recordedAt: Self.noon, now: Self.noon) == nil)
    }

    private static let noon = Timestamp(seconds: 1_736_942_400)

    /// State, age in seconds, seconds until it is looked at again.
    static let looks: [(ChargeState, Int64, Int64?)] = [
        (.recorded, 0, 60), (.recorded, 480, 60), (.recorded, 800, 100),
        (.unknown, 0, 60), (.unknown, 86_400, 3_600),
        (.processing, 0, 0), (.processing, 80, 10), (.processing, 28_800, 3_600),
        (.processing, 864_000, 3_600),
        (.requiresAction, 0, 60), (.requiresAction, 8_000, 1_000),
        (.requiresAction, 86_399, 3_600), (.requiresAction, 86_400, nil),
    ]

    @Test("is looked at ever more rarely", arguments: looks)
    func look(state: ChargeState, age: Int64, pause: Int64?) {
        let now = Self.noon.adding(seconds: age)
        let next = state.nextLook(recordedAt: Self.noon, now: now)
        #expect(next == pause.map { now.adding(seconds: $0) })
    }

    @Test("a clock that went back makes nobody look too soon")
    func backwards() {
        let now = Self.noon.adding(seconds: -3_600)
        #expect(
            ChargeState.unknown.nextLook(recordedAt: Self.noon, now: now) == now.adding(seconds: 60)
        )
    }
}
