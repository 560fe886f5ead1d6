import Allowance
import Testing

@Suite("What may follow")
struct StateTests {
    @Test("a chore is done, then decided; what was rejected may be done again")
    func chores() {
        let steps: Set<[ChoreState]> = [
            [.assigned, .done], [.rejected, .done], [.done, .approved], [.done, .rejected],
        ]
        for state in ChoreState.allCases {
            for next in ChoreState.allCases {
                #expect(state.mayBecome(next) == steps.contains([state, next]))
            }
            #expect(state.mayBeDeleted == (state != .approved))
        }
    }

    @Test("a request for money is decided once")
    func moneyRequests() {
        for state in MoneyRequestState.allCases {
            for next in MoneyRequestState.allCases {
                let isDecision = state == .pending && next != .pending
                #expect(state.mayBecome(next) == isDecision)
            }
        }
    }
}
