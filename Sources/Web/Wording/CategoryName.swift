/// The categories of limits and places as people read them.
public enum CategoryName {
    /// Guardian's own categories, by their codes.
    public static let known: [(code: String, name: String)] = [
        ("groceries", "Groceries"),
        ("fast_food", "Fast Food"),
        ("fun", "Fun"),
        ("entertainment", "Entertainment"),
        ("clothing", "Clothing"),
        ("electronics", "Electronics"),
        ("misc_online", "Online Shopping"),
        ("subscription", "Subscriptions"),
        ("transport", "Transport"),
        ("pharmacy_health", "Pharmacy & Health"),
        ("rent_bills", "Rent & Bills"),
        ("alcohol", "Alcohol"),
    ]

    /// The kinds that transactions have by themselves, as lists call them.
    public static let ofTransactions = [
        "Dining", "Education", "Entertainment", "Fees", "Groceries", "Health", "Healthcare",
        "Housing", "Income", "Other", "Shopping", "Transfer", "Transport", "Travel",
        "Uncategorized", "Utilities",
    ]

    /// The groups of a bank's categories, which no list of transactions calls them by.
    public static let bankGroups: Set<String> = [
        "Bank Fees", "Entertainment", "Food and Drink", "General Merchandise",
        "General Services", "Government and Non-Profit", "Home Improvement", "Income",
        "Loan Payments", "Medical", "Personal Care", "Rent and Utilities", "Transfer In",
        "Transfer Out", "Transportation", "Travel", "Uncategorized",
    ]

    private static let names = Dictionary(
        known.map { ($0.code, $0.name) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The name of a code; a household's own word gets a capital letter.
    public static func text(_ code: String) -> String {
        names[code] ?? code.prefix(1).uppercased() + code.dropFirst()
    }
}
