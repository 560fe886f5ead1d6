/// What people did on their devices, kept by somebody who knows nothing of how devices sync.
///
/// Every value is written once only, so that it is known wherever it turns up.
struct EditJournal {
    /// The values that people wrote.
    private var written: Set<String> = []
    /// Those that somebody who saw them wrote something else over, or removed.
    private var replaced: Set<String> = []
    /// Those that somebody was told of: in a conflict, a refusal, or by the end of a session.
    private var told: Set<String> = []
    /// The records that somebody removed.
    private var removed: Set<String> = []
    /// The records that somebody was told of.
    private var toldRecords: Set<String> = []
    /// The values and the removed records of each device since it last synced without a failure.
    private var unsynced: [Int: Set<String>] = [:]

    /// Somebody wrote a value in the place of the one they saw.
    mutating func write(_ value: String, over seen: String?, on device: Int) {
        written.insert(value)
        if let seen { replaced.insert(seen) }
        unsynced[device, default: []].insert(value)
    }

    /// Somebody removed a record, and saw what it held.
    mutating func remove(_ record: String, holding values: [String], on device: Int) {
        removed.insert(record)
        replaced.formUnion(values)
        unsynced[device, default: []].insert(record)
    }

    /// Somebody was told of a record and of values.
    mutating func tell(_ record: String, _ values: [String]) {
        toldRecords.insert(record)
        told.formUnion(values)
    }

    /// What was done on a device that it has not told, as far as anybody can see.
    func waiting(on device: Int) -> Set<String> { unsynced[device] ?? [] }

    /// A device has synced without a failure what waited when it began.
    mutating func synced(_ device: Int, _ waited: Set<String>) {
        unsynced[device]?.subtract(waited)
    }

    /// Whoever holds a device was told that its session is over.
    mutating func ended(_ device: Int) {
        let waiting = unsynced.removeValue(forKey: device) ?? []
        told.formUnion(waiting)
        toldRecords.formUnion(waiting)
    }

    /// What is wrong, given the values and records that there are in the end.
    func faults(values: Set<String>, records: Set<String>) -> [String] {
        let lost = written.subtracting(values).subtracting(replaced).subtracting(told)
        let risen = removed.intersection(records).subtracting(toldRecords)
        return lost.sorted().map { "\($0) is nowhere" } + risen.sorted().map { "\($0) has risen" }
    }
}
