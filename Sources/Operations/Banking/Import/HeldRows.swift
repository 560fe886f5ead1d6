import Banking
import Kernel
import SQL
import Store

/// Which rows of a file an account holds already.
struct HeldRows: Sendable {
    /// Whether a row without an id of its own is held, by its place from 1.
    private var byPlace: [Bool]
    /// Rows that are held, and say the same.
    private(set) var known = 0
    /// Rows whose ids are held, and which say something else.
    private(set) var changed = 0
    /// Rows that are held whatever their ids.
    private(set) var alike = 0
    private var ids: Set<Int> = []
    /// The ids of the file that are held.
    private var heldIDs: Set<Int> = []

    /// Nothing is held of a file with so many rows.
    init(rows: Int) {
        byPlace = [Bool](repeating: false, count: rows)
    }

    /// Whether a row is held that is not found by its id.
    func isHeld(_ row: BankImportRow) -> Bool { byPlace[Int(row.place) - 1] }

    /// Whether a row is held by its id.
    func isIDHeld(_ row: BankImportRow) -> Bool {
        row.providerRecord.map { heldIDs.contains($0.hashValue) } ?? false
    }

    /// Takes a row as held.
    mutating func hold(place: Int64) {
        byPlace[Int(place) - 1] = true
        alike += 1
        known += 1
    }

    /// Takes a row whose id is held.
    mutating func hold(_ row: BankImportRow, as record: BankRecord, payee: String) {
        // A second row with the id is about the record as the first one left it.
        guard isFirst(row) else { return }
        // One that was withdrawn comes back as if it were new.
        guard record.isShown else { return }
        if let id = row.providerRecord { heldIDs.insert(id.hashValue) }
        if record.amountMinor == row.amountMinor && record.day == row.day
            && record.isPending == row.isPending && record.payee == payee
        {
            known += 1
        } else {
            changed += 1
        }
    }

    /// Whether a row is the first of its id; a second one of a file is the first one, told again.
    mutating func isFirst(_ row: BankImportRow) -> Bool {
        guard let id = row.providerRecord, !ids.insert(id.hashValue).inserted else { return true }
        known += 1
        return false
    }

    /// Rows of a file with so many that would be booked as new ones.
    func new(of rows: Int) -> Int { max(0, rows - known - changed) }
}
