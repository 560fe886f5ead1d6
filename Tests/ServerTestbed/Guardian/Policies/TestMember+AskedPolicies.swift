import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

/// Policies that purchases are asked about, in short.
extension TestMember {
    /// Makes a policy and has it asked.
    @discardableResult
    func asked(
        _ name: String,
        when condition: String,
        then action: API.Guardian.PolicyAction = .decline,
        as state: API.Guardian.PolicyStep = .live,
        for subject: TestMember? = nil,
        message: String? = nil
    ) async throws -> ID<Entity.Policy> {
        let input = API.Guardian.PolicyInput(
            name: name,
            userID: subject.map { MemberReference($0.id.text) },
            when: try API.Guardian.Condition(condition),
            then: action,
            message: message
        )
        let policy = try await purser.call(API.Guardian.createPolicy, input)
        _ = try await purser.call(API.Guardian.setPolicyState, .init(policy.id, state: state))
        return policy.id
    }

    /// Changes what a policy says.
    func change(
        _ policy: ID<Entity.Policy>,
        _ name: String,
        when condition: String,
        then action: API.Guardian.PolicyAction = .decline
    ) async throws {
        let input = API.Guardian.PolicyInput(
            name: name,
            when: try API.Guardian.Condition(condition),
            then: action
        )
        _ = try await purser.call(API.Guardian.updatePolicy, .init(policy, input))
    }

    /// What a policy in shadow would have answered.
    func shadow(
        of policy: ID<Entity.Policy>,
        since: WireTimestamp? = nil
    ) async throws -> API.Guardian.ShadowReport {
        try await purser.call(API.Guardian.getPolicyShadow, .init(policy, since: since))
    }
}

extension API.Guardian.AuthorizeResponse {
    /// The entries of policies, as `outcome detail`.
    var policyEntries: [String] {
        trace.filter { $0.check == "policy" }.map { "\($0.outcome) \($0.detail)" }
    }
}

extension InProcessServer {
    /// Exports a decision, reads the document and makes the same bytes again from it alone.
    @discardableResult
    func expectSameBytes(_ decision: ID<Entity.Decision>) async throws -> DecisionFile {
        let file = try await operations.guardian.exportDecision(decision)
        let read = try DecisionFile(file.text.utf8)
        #expect(read == file && read.text == file.text)
        #expect(try read.explained().difference == nil)
        return file
    }

    /// By which policies a decision was made and what was read for them, as stored.
    func storedPolicies(of decision: ID<Entity.Decision>) async throws -> [Value] {
        try await database.read { session in
            try session.first(
                Statement("SELECT policies_version, policy_facts FROM decisions WHERE id = $1"),
                [.id(decision)]
            ) { [$0.value(0), $0.value(1)] }
        } ?? []
    }
}
