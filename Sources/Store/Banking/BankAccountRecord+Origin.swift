public import Kernel

/// Where an account comes from, as its key tells.
extension BankAccountRecord {
    private static let demo = "demo:"
    private static let file = "file:"

    /// The key of an account of the demo household.
    public static func demoKey(_ name: String) -> String { demo + name }

    /// Whether it is of the demo household, which is at no bank.
    public var isDemo: Bool { externalKey.hasPrefix(Self.demo) }

    /// Whether files alone tell of it.
    public var isFile: Bool { externalKey.hasPrefix(Self.file) }

    /// Whether what it has is withdrawn with its member's edits: it was reset.
    ///
    /// An account that was only unlinked keeps edits, because it may be linked again.
    public var forgetsEdits: Bool {
        removedAt == nil || !isFile && syncedAt == nil && reportedMinor == nil
    }

    /// Marks it as never read: what it has is to be withdrawn, with its member's edits.
    ///
    /// `booksMinor`: What the books say that it holds. Of an account that no bank tells of, that
    /// is what it goes on to hold, until a file brings rows again.
    public mutating func reset(holding booksMinor: Int64) {
        isClearing = true
        syncedAt = nil
        differenceMinor = nil
        if item == nil { reportedMinor = reportedMinor ?? booksMinor }
    }

    /// Takes it off the list after ``reset(holding:)``.
    public mutating func unlinkAfterReset(at now: Timestamp) {
        removedAt = now
        reportedMinor = nil
        availableMinor = nil
    }
}
