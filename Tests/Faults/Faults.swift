import Testing

/// What happens to the real program when something around it fails.
///
/// One after another: each of these tests needs the machine for itself.
@Suite("Faults", .serialized)
struct Faults {}
