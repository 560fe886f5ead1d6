import Contract
import Kernel
import Testing

@testable import Web

@Suite("The way on from an answer to a purchase")
struct PurchaseWayTests {
    private let reader = API.Allowance.currentMember.answers

    private func way(
        _ reason: API.Guardian.AuthorizeReason,
        _ role: API.Allowance.Role = .parent,
        trace: [API.Guardian.AuthorizeCheck] = [],
        among policies: [API.Guardian.Policy] = []
    ) -> [String]? {
        let answer = API.Guardian.AuthorizeResponse(
            decision: reason == .ok ? .approve : .decline,
            reason: reason,
            message: nil,
            decisionID: API.Guardian.authorizePurchase.answers.decisionID,
            trace: PreEncoded(wrappedValue: trace)
        )
        let reader = API.Allowance.UserResponse(
            userID: reader.userID,
            email: reader.email,
            firstName: reader.firstName,
            lastName: reader.lastName,
            role: role,
            familyID: reader.familyID,
            familyName: reader.familyName
        )
        let way = PurchaseAnswer.Way(from: answer, for: reader, among: policies)
        return way.map { [$0.path, $0.text] }
    }

    @Test("leads to the reader's own limits, places and wallet, to change them who may")
    func ways() {
        let own = "?for=\(reader.userID.text)"
        #expect(way(.risky) == ["/app/rules\(own)", "Change the limit"])
        #expect(way(.risky, .child) == ["/app/rules\(own)", "See your limits"])
        for reason in [API.Guardian.AuthorizeReason.locationBlock, .locationWarn] {
            #expect(way(reason) == ["/app/rules/places\(own)", "Change the place"])
            #expect(way(reason, .child) == ["/app/rules/places\(own)", "See your places"])
        }
        #expect(way(.insufficientFunds, .child) == ["/app/family", "See the wallet"])
        #expect(way(.ok) == nil && way(.override) == nil)
    }

    @Test("leads to the policy that decided, and to all where its name tells not which")
    func policies() throws {
        let policy = try #require(API.Guardian.listPolicies.answers.policies.first)
        let trace = [
            API.Guardian.AuthorizeCheck(
                check: "policy",
                outcome: "pass",
                detail: "\"Other\" would warn: it is late."
            ),
            API.Guardian.AuthorizeCheck(
                check: "policy",
                outcome: "decline",
                detail: "\"\(policy.name)\" declines: it is late."
            ),
        ]
        let one = ["/app/rules/policies/\(policy.id.text)", "See the policy"]
        let all = ["/app/rules/policies", "See the policies"]
        for reason in [API.Guardian.AuthorizeReason.policy, .policyWarn] {
            #expect(way(reason, trace: trace, among: [policy]) == one)
            #expect(way(reason, .child, trace: trace, among: [policy]) == one)
            #expect(way(reason, trace: trace, among: [policy, policy]) == all)
            #expect(way(reason, trace: trace) == all && way(reason, among: [policy]) == all)
        }
    }

    @Test("stands below the answer")
    func shown() {
        let answer = API.Guardian.authorizePurchase.answers
        let way = PurchaseAnswer.Way(from: answer, for: reader)
        let html = Templates.html(PurchaseAnswer(answer, to: way))
        #expect(html.contains("?for=\(reader.userID.text)\">Change the limit</a>"))
        #expect(!Templates.html(PurchaseAnswer(answer)).contains("Change the limit"))
    }
}
