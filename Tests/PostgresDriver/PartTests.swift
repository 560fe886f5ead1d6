import SQL
import Testing

@testable import PostgresDriver

@Suite("PostgreSQL: the parts")
struct PartTests {
    @Test(
        "a SQLSTATE has its code",
        arguments: [
            ("23505", .unique), ("23503", .constraint), ("23514", .constraint),
            ("40001", .conflict),
            ("40P01", .conflict), ("40003", .unavailable), ("57014", .timeout), ("25P03", .timeout),
            ("55P03", .timeout), ("53100", .full), ("53300", .unavailable), ("57P01", .unavailable),
            ("08006", .unavailable), ("58030", .io), ("XX001", .corrupt), ("42P01", .statement),
            ("25006", .statement), ("0A000", .statement),
        ] as [(String, DatabaseError.Code)]
    )
    func states(_ state: String, _ code: DatabaseError.Code) {
        #expect(DatabaseError.Code(state: state) == code)
    }

    @Test("a pause doubles up to its bound")
    func backoff() {
        let backoff = Backoff(firstSeconds: 1, longestSeconds: 10)
        let bounds = [1.0, 2, 4, 8, 10, 10]
        for (index, bound) in bounds.enumerated() {
            for _ in 1...100 {
                let seconds = backoff.seconds(after: index + 1)
                #expect(seconds >= bound / 2 && seconds <= bound)
            }
        }
        #expect(backoff.seconds(after: .max) <= 10)
    }

    @Test("in an outage one caller at a time tries the server, after a pause")
    func outage() {
        let error = DatabaseError(.unavailable, "gone")
        var outage = Outage(error, after: nil)
        #expect(outage.refusal() == error)
        while outage.refusal() != nil {}
        #expect(outage.refusal() == error)
        let longer = Outage(error, after: outage)
        #expect(longer.pauseSeconds >= outage.pauseSeconds)
    }

    @Test("values become the texts that the server reads")
    func parameters() throws {
        var parameters = Parameters()
        for (values, expected) in [
            (
                [.integer(.min), .null, .text("a"), .real(0.1)],
                ["-9223372036854775808", nil, "a", "0.1"]
            ),
            ([.integer(0), .integer(.max)], ["0", "9223372036854775807"]),
            ([.text("")], [""]),
            ([], []),
        ] as [([Value], [String?])] {
            try parameters.set(values)
            let texts = parameters.withPointers { pointers, count in
                (0..<Int(count)).map { index in pointers?[index].map { String(cString: $0) } }
            }
            #expect(texts == expected)
        }
    }
}
