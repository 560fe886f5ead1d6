import Guardian
import Kernel
import Store
import Synchronization

/// The prepared policies of those who bought or asked last, as large together as they may be.
///
/// A member's policies are of a position of the household's chain: that of the last change of one
/// that is asked, which whoever decides reads in its own transaction. So they are right or they are
/// read again, whichever process changed them.
///
/// There are two halves. What is asked for comes into the younger one; when that is full, the older
/// is forgotten and the younger takes its place. So nothing is searched to make room.
final class PoliciesInMemory: Sendable {
    /// Policies that apply to a member, live and in shadow, as of a position of the chain.
    final class Held: Sendable {
        let version: Int64
        let policies: PreparedPolicies
        /// How large they are, about.
        fileprivate let bytes: Int

        init(_ policies: PreparedPolicies, version: Int64) {
            self.policies = policies
            self.version = version
            bytes = policies.policies.reduce(1_024) { $0 + $1.memoryBytes }
        }
    }

    private struct State {
        var young: [ID<Entity.Member>: Held] = [:]
        var old: [ID<Entity.Member>: Held] = [:]
        var youngBytes = 0
    }

    /// Tells how avoidable a purchase looks, where a policy asks for that.
    let model: ScoringModel
    private let state = Mutex(State())
    private let bytesMost: Int

    /// Begins without policies.
    init(_ model: ScoringModel, bytesMost: Int = Limits.policyMemoryBytes) {
        self.model = model
        self.bytesMost = bytesMost
    }

    /// How many members have policies in memory.
    var count: Int {
        state.withLock { state in
            state.young.count + state.old.keys.count { state.young[$0] == nil }
        }
    }

    /// The policies of a member where they are those of a position of the chain.
    func find(of member: ID<Entity.Member>, version: Int64) -> Held? {
        let held = state.withLock { $0.young[member] ?? $0.old[member] }
        return held?.version == version ? held : nil
    }

    /// Keeps policies that are of a position in their household's chain, which is durable.
    ///
    /// Of two calls at once the one that is further along the chain is kept.
    func keep(_ held: Held, of member: ID<Entity.Member>) {
        state.withLock { state in
            let young = state.young[member]
            if young === held { return }
            if let there = young ?? state.old[member], there.version > held.version { return }
            state.youngBytes += held.bytes - (young?.bytes ?? 0)
            state.young[member] = held
            guard state.youngBytes > bytesMost / 2 else { return }
            state.old = state.young
            state.young = [:]
            state.youngBytes = 0
        }
    }
}

extension Policy {
    /// How large a prepared policy is in memory, about: a name of one letter is a string there, and
    /// a leaf is in the condition, among the needs and in the steps.
    fileprivate var memoryBytes: Int {
        1_024 + name.utf8.count + (message?.utf8.count ?? 0) + 8 * condition.json.utf8.count
    }
}
