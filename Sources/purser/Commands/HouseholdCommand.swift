import ArgumentParser
import Operations

/// What the operator does for households.
struct HouseholdCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "household",
        abstract: "Changes what nobody in a household can change.",
        subcommands: [TimeZone.self]
    )

    struct TimeZone: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "time-zone",
            abstract: "Gives a household another time zone, and recomputes all stored days."
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The e-mail address of anybody in the household.") var email: String
        @Argument(help: "The time zone, such as Europe/Berlin.") var timeZone: String

        func run() async throws {
            try await operate(storage) { operations, call in
                try await operations.identity.changeTimeZone(timeZone, email: email, call)
                print("the time zone is \(timeZone)")
            }
        }
    }
}
