public import Providers
import Synchronization

/// A server on a loopback port that speaks Stripe's wire, for what localstripe does not do.
///
/// What comes of a charge is decided by the built-in processor, from the card's id; keys that are
/// used again, errors, lists and signatures are as Stripe documents them. A test may spoil answers.
public final class StripeWire: Sendable {
    /// The account's key, without which nothing is answered.
    public static let secretKey = "sk_test_wire"

    /// The clock of the other side.
    public let clock: TestClock
    /// The intents that were made.
    public let intents = InMemoryIntents()

    private let place = Mutex("")
    let state = Mutex(State())
    let processor: SimulatedProcessor

    /// What came in.
    public struct Received: Sendable, Equatable {
        /// The method and the path without its query, such as `POST /v1/customers`.
        public let call: String
        /// The headers that say something, by their names in lower case.
        public let headers: [String: String]
        /// The names and values of the query or the body.
        public let fields: [String: String]
    }

    /// How the next answer to a call is spoilt.
    public enum Fault: Sendable {
        /// Nothing is done; the answer has this status and, in its error, this code.
        case refuses(status: Int, code: String)
        /// What was asked for is done, and the answer has this status.
        case fails(status: Int)
        /// Nothing is done until the gate opens.
        case waits(Gate)
        /// What was asked for is done, and the answer waits until the gate opens.
        case holds(Gate)
        /// As `holds`, with half of the answer sent before.
        case stalls(Gate)
        /// What was asked for is done, and the answer is no JSON.
        case garbles
    }

    /// What is known of the account.
    struct State {
        struct Intent {
            let id: String
            let customer: String?
            let metadata: [String: String]
            let created: Int64
        }

        var customers: [String] = []
        var setups: [String] = []
        var holders: [String: String] = [:]
        var intents: [Intent] = []
        /// Answers by their keys, each with what had been asked for.
        var answers: [String: (asked: Received, answer: WireAnswer)] = [:]
        var running: Set<String> = []
        var faults: [(call: String, fault: Fault)] = []
        var received: [Received] = []
        var gates: [Gate] = []
    }

    private init(clock: TestClock) {
        self.clock = clock
        processor = SimulatedProcessor(intents: intents)
    }

    /// Runs `work` with a server, which is gone afterwards.
    public static func with<R>(
        clock: TestClock = TestClock(),
        _ work: (StripeWire) async throws -> R
    ) async throws -> R {
        let wire = StripeWire(clock: clock)
        return try await withLoopbackServer(respond: wire.respond) { url in
            wire.place.withLock { $0 = url }
            let result: R
            do {
                result = try await work(wire)
            } catch {
                await wire.release()
                throw error
            }
            await wire.release()
            return result
        }
    }

    /// Lets whatever waits go on, so that the server can end.
    private func release() async {
        for gate in state.withLock({ $0.gates }) { await gate.open() }
    }

    /// Where the server is.
    public var url: String { place.withLock { $0 } }

    /// What came in, oldest first.
    public var received: [Received] { state.withLock { $0.received } }

    /// The ids of the customers that were made.
    public var customers: [String] { state.withLock { $0.customers } }

    /// The client secrets of the setup intents that were made.
    public var setups: [String] { state.withLock { $0.setups } }

    /// The customer that has a card.
    public func holder(of paymentMethod: String) -> String? {
        state.withLock { $0.holders[paymentMethod] }
    }

    /// Spoils the next answer to a call, such as `POST /v1/payment_intents`.
    public func spoil(_ call: String, _ fault: Fault) {
        state.withLock { state in
            state.faults.append((call, fault))
            switch fault {
            case .waits(let gate), .holds(let gate), .stalls(let gate): state.gates.append(gate)
            case .refuses, .fails, .garbles: break
            }
        }
    }

    /// A client of this server.
    public func client(timeout: Duration = .seconds(60)) -> StripeProcessor {
        StripeProcessor(
            secretKey: Secret(Array(Self.secretKey.utf8)),
            baseURL: url,
            timeout: timeout
        )
    }
}
