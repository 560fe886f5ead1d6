import Contract
import Kernel
import PurserKit
import Testbed

/// The requests of children, in short.
extension TestMember {
    typealias Approval = API.Guardian.Approval

    /// Lists requests.
    func approvals(_ state: API.Guardian.ApprovalState? = nil) async throws -> [Approval] {
        try await purser.call(API.Guardian.listApprovals, .init(state: state))
    }

    /// Decides a request.
    @discardableResult
    func decide(
        _ request: Int64,
        _ decision: API.Guardian.ApprovalDecision
    ) async throws -> Approval {
        try await purser.call(API.Guardian.decideApproval, .init(id: request, decision: decision))
    }
}

extension InProcessServer {
    /// Registers a parent and a child whose limit for fun is 0.
    func registerBlockedChild(
        _ name: String = "doe"
    ) async throws -> (parent: TestMember, child: TestMember) {
        let parent = try await registerParent("parent@\(name).example")
        let child = try await registerChild("child@\(name).example", of: parent)
        _ = try await parent.setRule("fun", 0, for: child.id.text)
        return (parent, child)
    }
}
