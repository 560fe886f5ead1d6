import ArgumentParser
import Foundation
import OpenAPI
import Server

/// Writes or checks the OpenAPI document.
struct OpenAPICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Prints the OpenAPI document, writes it, or checks that it is current."
    )

    @Flag(help: "Write it to the file.")
    var write = false

    @Flag(help: "Fail when the file says something else.")
    var check = false

    @Option(help: "The file.")
    var file = "contracts/openapi.yaml"

    func validate() throws {
        guard !(write && check) else { throw ValidationError("--write or --check, not both") }
    }

    func run() async throws {
        let document = try OpenAPIDocument.yaml(version: Version.text)
        if write {
            try Data(document.utf8).write(to: URL(filePath: file), options: .atomic)
        } else if check {
            guard let data = FileManager.default.contents(atPath: file),
                String(decoding: data, as: UTF8.self) == document
            else {
                print("\(file) is not current: run `make openapi` and commit it")
                throw ExitCode(1)
            }
        } else {
            try FileHandle.standardOutput.write(contentsOf: Data(document.utf8))
        }
    }
}
