import PurserKit

@main
struct Shop {
    static func main() async throws {
        let purser = try Purser(configuration: .development)
        let member = try await purser.session.signIn(
            email: "ana@demo.example",
            password: "demo-house-1"
        )
        print("Hello, \(member.displayName).")
    }
}
