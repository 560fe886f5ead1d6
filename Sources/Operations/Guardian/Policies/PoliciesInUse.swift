import Guardian
import Kernel
import SQL
import Store
import Synchronization

/// The policies that one call asks.
///
/// The call's transaction may run again, so the policies of its last run are kept, once that is
/// durable.
final class PoliciesInUse: Sendable {
    private struct Used: Sendable {
        let policies: PoliciesInMemory.Held
        let member: ID<Entity.Member>
    }

    private let memory: PoliciesInMemory
    private let used = Mutex<Used?>(nil)

    init(of memory: PoliciesInMemory) {
        self.memory = memory
    }

    /// The same facts of a purchase with what policies ask for, where there are some that apply to
    /// the caller.
    ///
    /// Nothing is read where a parent allowed the purchase, because no policy is asked then.
    ///
    /// - Parameters:
    ///   - facts: What the decision depends on beside policies.
    ///   - merchantKey: The merchant in its normalised form.
    ///   - mcc: The merchant category code; 0 is not known.
    ///   - membership: The caller, in whose household policies are asked.
    ///   - now: The call's instant.
    ///   - session: The transaction.
    /// - Returns: The facts.
    /// - Throws: `DatabaseError`.
    func judged(
        _ facts: PurchaseFacts,
        _ merchantKey: String,
        _ mcc: Int64?,
        _ membership: Membership,
        _ now: Timestamp,
        _ session: any Session
    ) throws -> PurchaseFacts {
        guard facts.override == nil else { return facts }
        let policies = try policies(of: membership, in: session)
        guard !policies.policies.isEmpty else { return facts }
        let reader = PolicyFactsReader(
            facts: facts,
            merchantKey: merchantKey,
            mcc: mcc,
            membership: membership,
            now: now,
            session: session
        )
        return facts.judged(by: PolicyCase(policies, try reader.read(policies.needs, memory.model)))
    }

    /// The policies that apply to a member, read where those of now are not in memory.
    private func policies(
        of membership: Membership,
        in session: any Session
    ) throws -> PreparedPolicies {
        let (member, version) = (membership.member, membership.policiesVersion)
        let held =
            if let held = memory.find(of: member, version: version) {
                held
            } else {
                PoliciesInMemory.Held(
                    PreparedPolicies(
                        try Policies.asked(
                            of: membership.household,
                            reading: PolicyCondition.stored,
                            in: session
                        ).filter { $0.applies(to: member) }
                    ),
                    version: version
                )
            }
        used.withLock { $0 = Used(policies: held, member: member) }
        return held.policies
    }

    /// Keeps the policies for other calls; to be called when the transaction is durable.
    func keep() {
        guard let used = used.withLock({ $0 }) else { return }
        memory.keep(used.policies, of: used.member)
    }
}
