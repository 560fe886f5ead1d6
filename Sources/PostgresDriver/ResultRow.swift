import CLibPQ
import Kernel
import SQL

/// A row of a result in text format.
struct ResultRow: Row {
    private let result: OpaquePointer
    private let row: Int32

    init(_ answer: borrowing Answer, _ row: Int32) {
        result = answer.handle
        self.row = row
    }

    func isNull(_ column: Int) -> Bool { PQgetisnull(result, row, checked(column)) == 1 }

    func integer(_ column: Int) -> Int64 {
        let bytes = bytes(column)
        switch bytes.first {
        case UInt8(ascii: "t"): return type(column) == .boolean ? 1 : 0
        case UInt8(ascii: "-"): return Self.integer(bytes.dropFirst(), sign: -1)
        default: return Self.integer(bytes[...], sign: 1)
        }
    }

    func real(_ column: Int) -> Double {
        Double(text(column)) ?? Double(integer(column))
    }

    func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func rawID(_ column: Int) -> RawID? { RawID(utf8: bytes(column)) }

    func value(_ column: Int) -> Value {
        guard !isNull(column) else { return .null }
        switch type(column) {
        case .boolean, .int2, .int4, .int8, .oid: return .integer(integer(column))
        case .float4, .float8: return .real(real(column))
        case .numeric: return Int64(text(column)).map { .integer($0) } ?? .real(real(column))
        default: return .text(text(column))
        }
    }

    private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        let column = checked(column)
        let start = UnsafeRawPointer(PQgetvalue(result, row, column))
        return UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self),
            count: Int(PQgetlength(result, row, column))
        )
    }

    private func type(_ column: Int) -> ColumnType? {
        ColumnType(rawValue: PQftype(result, Int32(column)))
    }

    private func checked(_ column: Int) -> Int32 {
        precondition(column >= 0 && column < PQnfields(result), "the result has such a column")
        return Int32(truncatingIfNeeded: column)
    }

    /// The leading digits, so that a fraction is cut as SQLite cuts it; held at the widest integer.
    private static func integer(
        _ digits: Slice<UnsafeBufferPointer<UInt8>>,
        sign: Int64
    ) -> Int64 {
        var sum: Int64 = 0
        for byte in digits {
            let digit = Int64(byte) - 0x30
            guard digit >= 0, digit <= 9 else { break }
            let (tenfold, over) = sum.multipliedReportingOverflow(by: 10)
            let (next, beyond) = tenfold.addingReportingOverflow(sign * digit)
            guard !over, !beyond else { return sign < 0 ? .min : .max }
            sum = next
        }
        return sum
    }
}

/// The types whose text form is a number, by their fixed number in `pg_type`.
private enum ColumnType: UInt32 {
    case boolean = 16
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case oid = 26
    case float4 = 700
    case float8 = 701
    case numeric = 1_700
}
