import PurserKit
import Synchronization
import Testbed

/// A way to a real server on which requests and answers get lost, by a seed, and on which the app
/// is killed after some requests.
final class UnreliableTransport: Transport {
    private struct State {
        var random: SeededNumbers
        var left: Int
    }

    /// Where requests are held from when the app was killed.
    let killed = Gate()
    private let server: any Transport
    private let state: Mutex<State>
    /// How many of a hundred requests meet trouble.
    private let troubles: UInt64

    init(_ server: any Transport, seed: UInt64, troubles: UInt64, killedAfter requests: Int) {
        self.server = server
        self.troubles = troubles
        state = Mutex(State(random: SeededNumbers(seed: seed), left: requests))
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (kind, trouble, left) = state.withLock { state in
            state.left -= 1
            return (state.random.below(5), state.random.below(100), state.left)
        }
        // Of those that are under way when the app is killed, every other one arrives.
        if left <= 0 {
            if left.isMultiple(of: 2) { _ = try await server.send(request) }
            await killed.pass()
            throw CancellationError()
        }
        guard trouble < troubles else { return try await server.send(request) }
        switch kind {
        case 0: throw NetworkFailure.unreachable
        case 1: throw NetworkFailure.connectionLost
        case 2:
            _ = try await server.send(request)
            throw NetworkFailure.timedOut
        case 3:
            // The network delivers twice.
            _ = try await server.send(request)
            return try await server.send(request)
        default: return TransportResponse(status: 503)
        }
    }
}

/// Numbers that are the same for the same seed (SplitMix64).
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % bound
    }
}
