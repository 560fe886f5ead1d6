import ArgumentParser
import Foundation
import Kernel
import Operations

/// What the operator does with the places that location checks are held against.
struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Manages the places that location checks are held against.",
        subcommands: [Import.self]
    )

    /// Adds the places of a file.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds the places of a comma separated file, all of them or none.",
            discussion: """
                The first line is name,latitude,longitude,kind; positions are in degrees. \
                Places to eat or drink are of the kinds restaurant, cafe, bar, meal_takeaway, \
                meal_delivery, bakery and night_club.
                """
        )

        @OptionGroup var storage: StorageFlags
        @Argument(help: "The file.") var file: String

        func run() async throws {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw ValidationError("\(file) cannot be read")
            }
            guard let text = String(data: data, encoding: .utf8) else {
                throw ValidationError("\(file) is not UTF-8")
            }
            do {
                let count = try await Installation.with(storage) { installation in
                    try await installation.operations.guardian.importPlaces(text)
                }
                print("\(count) places")
            } catch let fault as CSVReader.Fault {
                throw ValidationError("\(file), line \(fault.line): \(fault.reason)")
            }
        }
    }
}
