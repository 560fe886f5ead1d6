/// The version of the program.
public enum Version {
    /// Semantic versioning 2.0.0.
    public static let text = "0.1.0"
}
