import ArgumentParser
import Foundation
import Guardian
import GuardianTraining

/// What the operator does with the model that scores purchases.
struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Trains the model that scores purchases.",
        subcommands: [Train.self]
    )

    struct Train: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trains the model on simulated households and tells how good it is.",
            discussion: """
                The same seed gives the same files, byte for byte, on every machine. The program \
                carries the model inside itself: a build takes data/guardian-model.json, which \
                then is the one that scores.
                """
        )

        @Option(help: "Seed of the households and of everything else that is drawn.")
        var seed: UInt64 = 1

        @Option(help: "File to write the model to, as JSON.")
        var output: String?

        @Option(help: "Markdown file to write the figures to; where it has marks, between them.")
        var report: String?

        @Option(help: "File to draw the learning curves in, as SVG.")
        var picture: String?

        func run() async throws {
            let model = ScoringModel.trained(seed: seed)
            print(model.report.summary)
            if let output { try Self.write(try model.json(), to: output) }
            guard report != nil || picture != nil else { return }
            let curves = LearningCurve.documented(model: model, seed: seed)
            if let report {
                try Self.write(ModelDocument(model: model, curves: curves), to: report)
            }
            if let picture { try Self.write(LearningPicture(curves).svg, to: picture) }
        }

        /// Replaces the figures of a document that has their marks, else makes a new file.
        private static func write(_ document: ModelDocument, to file: String) throws {
            guard let data = FileManager.default.contents(atPath: file) else {
                return try write(document.text, to: file)
            }
            let old = String(decoding: data, as: UTF8.self)
            guard let new = document.replacing(in: old) else {
                throw ValidationError("\(file) is there already and has no marks for the figures")
            }
            try write(new, to: file)
        }

        private static func write(_ text: String, to file: String) throws {
            try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
            print("wrote \(file)")
        }
    }
}
