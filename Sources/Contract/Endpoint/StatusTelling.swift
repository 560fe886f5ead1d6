/// An answer that says which of its endpoint's statuses of success it has.
public protocol StatusTelling {
    /// One of ``Endpoint/otherStatuses``; `nil` for the usual one.
    var status: Int? { get }
}
