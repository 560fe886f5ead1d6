import Contract
import Kernel
import PurserKit
import Testing

@Suite("What answers say of people and decisions")
struct PersonAndDecisionTests {
    private func member(_ first: String, _ last: String) -> API.Allowance.UserResponse {
        let example = API.Allowance.currentMember.answers
        return API.Allowance.UserResponse(
            userID: example.userID,
            email: example.email,
            firstName: first,
            lastName: last,
            role: .parent,
            familyID: example.familyID,
            familyName: example.familyName
        )
    }

    private func user(_ first: String?, _ last: String?) -> API.Banking.User {
        let example = API.Banking.currentUser.answers
        return API.Banking.User(
            id: example.id,
            email: "ann@example.com",
            firstName: first,
            lastName: last,
            isActive: true,
            createdAt: example.createdAt
        )
    }

    @Test(
        "full names and initials leave out what is missing",
        arguments: [
            ("John", "Doe", "John Doe", "JD"), ("john", "", "john", "J"),
            ("", "Doe", "Doe", "D"), ("", "", "", ""), ("Élodie", "öz", "Élodie öz", "ÉÖ"),
        ]
    )
    func names(first: String, last: String, full: String, initials: String) {
        let member = member(first, last)
        #expect(member.fullName == full)
        #expect(member.initials == initials)
        #expect(member.isParent)
    }

    @Test(
        "a user is shown by both names, else the first, else the address",
        arguments: [
            ("Ann", "Lee", "Ann Lee", "AL"), ("Ann", nil, "Ann", "A"),
            (nil, "Lee", "ann@example.com", "L"), (nil, nil, "ann@example.com", "A"),
            ("", "", "ann@example.com", "A"),
        ] as [(String?, String?, String, String)]
    )
    func users(first: String?, last: String?, name: String, initials: String) {
        #expect(user(first, last).displayName == name)
        #expect(user(first, last).initials == initials)
    }

    @Test("decisions are told in words and colours")
    func decisions() {
        let id = API.Guardian.authorizePurchase.answers.decisionID
        let table: [(API.Guardian.AuthorizeDecision, API.Guardian.AuthorizeReason, Level)] = [
            (.approve, .ok, .green), (.approve, .override, .green),
            (.approve, .locationWarn, .yellow), (.decline, .risky, .red),
            (.decline, .locationBlock, .red), (.decline, .insufficientFunds, .red),
            (.approve, .policyWarn, .yellow), (.decline, .policy, .red),
        ]
        for (decision, reason, level) in table {
            let answer = API.Guardian.AuthorizeResponse(
                decision: decision,
                reason: reason,
                message: nil,
                decisionID: id,
                trace: PreEncoded(wrappedValue: [])
            )
            #expect(answer.level == level)
            #expect(answer.isApproved == (level != .red))
        }
        let score = API.Guardian.scoreTransaction.answers
        #expect(score.isAllowed == (score.decision == .allow))
        #expect(score.level == (score.isAllowed ? .green : .red))
        for (result, level) in [
            (API.Guardian.Advice.allow, Level.green), (.block, .red),
        ] {
            let advice = API.Guardian.CoachAnswer(result: result, message: "")
            #expect(advice.level == level)
            #expect(advice.shouldProceed == (level == .green))
            #expect(advice.shouldBlock == (level == .red))
        }
        #expect(API.Guardian.checkLocation.answers.isBlocked)
        #expect(API.Guardian.checkLocationByQuery.answers.isOK)
        #expect(API.Guardian.chargeCard.answers.isCharged)
        let source = API.Guardian.defaultFundingSource.answers
        #expect(source.isStripe != source.isMock)
    }

    @Test("movements of a wallet have a sign, and lists an end")
    func wallets() {
        let example = API.Allowance.createWalletTransaction.answers
        func movement(_ type: API.Allowance.TransactionType) -> API.Allowance.TransactionResponse {
            API.Allowance.TransactionResponse(
                id: example.id,
                childID: example.childID,
                amount: .cents(250),
                type: type,
                description: "",
                balanceAfter: .cents(0),
                createdBy: example.createdBy,
                createdByName: "",
                createdAt: example.createdAt
            )
        }
        #expect(movement(.credit).signedAmount.cents == 250)
        #expect(movement(.debit).signedAmount.cents == -250 && !movement(.debit).isCredit)
        for (total, hasMore) in [(2, false), (3, true)] as [(Int64, Bool)] {
            let page = API.Allowance.TransactionListResponse(
                childID: example.childID,
                totalCount: total,
                limit: 1,
                offset: 1,
                transactions: [example]
            )
            #expect(page.hasMore == hasMore)
        }
        let goal = API.Allowance.createGoal.answers
        #expect(goal.progress == Double(goal.progressPercent) / 100)
        #expect(API.Allowance.SplitPercents(spend: 50, save: 30, give: 20).isWhole)
        #expect(!API.Allowance.SplitPercents(spend: 50, save: 30, give: 21).isWhole)
    }

    @Test("rows of lists are told apart by what they are of")
    func identities() {
        let child = API.Allowance.familyChildren.answers.children[0]
        #expect(child.id == child.childID)
        let summary = API.Allowance.parentDashboard.answers.children[0]
        #expect(summary.id == summary.childID)
        let detail = API.Allowance.getChild.answers
        #expect(detail.id == detail.childID)
        let member = API.Allowance.familyMembers.answers.members[0]
        #expect(member.id == member.userID)
        #expect(API.Allowance.currentMember.answers.id == member.userID)
        let session = API.Identity.listSessions.answers.sessions[0]
        #expect(session.id == session.sessionID)
        let event = API.Identity.listAccountEvents.answers.events[0]
        #expect(event.id == event.eventID)
        let invitation = API.Identity.listInvitations.answers.invitations[0]
        #expect(invitation.id == invitation.invitationID)
        let passkey = API.Identity.addPasskey.answers
        #expect(passkey.id == passkey.passkeyID)
        #expect(API.Guardian.rulesProgress.answers.map(\.id) == ["fun", "alcohol"])
        #expect(API.Guardian.spendingByCategory.answers[0].id == "groceries")
        #expect(API.Guardian.spendingByMerchant.answers[0].id == "Whole Foods")
        let day = API.Guardian.spendingByDay.answers[0]
        #expect(day.id == day.day)
    }
}
