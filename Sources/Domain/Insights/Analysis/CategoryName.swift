/// The names on Insights that the analysis treats in a way of their own.
///
/// An edit to such a word in any case is stored in this spelling, so they are compared as they are.
public enum CategoryName {
    /// Movements between own accounts.
    public static let transfer = "Transfer"
    /// Wages, interest and the like.
    public static let income = "Income"
}
