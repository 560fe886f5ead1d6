import PurserKit

@main
struct Shop {
    static func main() async throws {
        let purser = try Purser(configuration: .development)
    }
}
