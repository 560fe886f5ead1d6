import Kernel
import Testing

@testable import Operations

@Suite("How many rows are booked at once")
struct PieceSizeTests {
    /// The size after pieces of which each row takes so many microseconds.
    private func rows(_ microseconds: Int, pieces: Int) -> Int {
        var size = PieceSize()
        for _ in 0..<pieces { size.note(.microseconds(microseconds) * size.rows) }
        return size.rows
    }

    @Test("is what four fifths of the time are enough for, twice as many as before at most")
    func follows() {
        #expect(rows(1, pieces: 1) == Limits.importRowsFirst * 2)
        #expect(rows(1, pieces: 9) == Limits.importRows)
        #expect(rows(80, pieces: 9) == 500)
        #expect(rows(400, pieces: 1) == 100)
        #expect(rows(100_000, pieces: 2) == 25)
    }

    @Test("grows again after one that took long")
    func recovers() {
        var size = PieceSize()
        size.note(.seconds(2))
        #expect(size.rows == 25)
        for _ in 0..<9 { size.note(.microseconds(80) * size.rows) }
        #expect(size.rows == 500)
    }
}
