import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging
import NIOCore
import Operations

extension PipelineServices {
    /// The answer that sends a file while it is made.
    ///
    /// - Throws: ``Problem`` `rateLimited` when too many are being sent; what `open` throws.
    func response(
        of operation: String,
        _ call: Call,
        _ context: PurserContext,
        _ open: () async throws -> ExportFile
    ) async throws -> Response {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        guard let place = openExports.open(for: bearer.member) else {
            throw Problem(.rateLimited, "Too many exports are running", retryAfterSeconds: 5)
        }
        let file = try await open()
        return Response(
            status: .ok,
            headers: [
                .contentType: file.mediaType,
                .contentDisposition: "attachment; filename=\"\(file.name)\"",
            ],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(place) {} }
                do {
                    try await file.write { try await writer.write(ByteBuffer(bytes: $0)) }
                } catch {
                    // The connection ends without the last chunk, so the client hears of it.
                    context.logger.debug(
                        "export ends early",
                        metadata: [
                            "operation": "\(operation)", "trace": "\(context.trace)",
                            "failure": "\(error)",
                        ]
                    )
                    throw error
                }
                try await writer.finish(nil)
            }
        )
    }
}
