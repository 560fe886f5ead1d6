import Kernel
import Testing

@testable import Contract

@Suite("A wallet that does not hold what is to leave it")
struct InsufficientFundsTests {
    @Test(
        "tells on Allowance what there is and what was asked for, as decimal text",
        arguments: [
            (1_000, 1_001, "10", "10.01"), (0, 50, "0", "0.5"), (5, 100_000, "0.05", "1000"),
        ]
    )
    func details(available: Int64, requested: Int64, has: String, wants: String) {
        let problem = Problem.insufficientFunds(
            available: Money(minor: available, currency: .usd),
            requested: Money(minor: requested, currency: .usd)
        )
        let body = problem.body(for: .allowance, trace: "t-1")
        #expect(body.status == 400)
        #expect(
            String(decoding: body.bytes, as: UTF8.self) == """
                {"error":{"code":"INSUFFICIENT_FUNDS",\
                "message":"The wallet does not hold that much",\
                "details":{"available":"\(has)","requested":"\(wants)"}},"traceId":"t-1"}
                """
        )
    }
}
