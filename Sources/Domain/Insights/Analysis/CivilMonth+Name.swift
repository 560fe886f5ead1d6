import Kernel

extension CivilMonth {
    /// The month in words, such as `May 2025`.
    var name: String { "\(Self.names[month - 1]) \(year)" }

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
