import Testing

/// Runs the tests that are linked in.
@main
struct Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
