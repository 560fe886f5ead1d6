import Crypto
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Synchronization
import Web

/// A file of the web app as it is served: as it is, or compressed for who takes that.
///
/// It holds nothing of anybody's, so its length tells nothing. That of a page would, where the
/// page also shows what a stranger may have put into its address: pages are not compressed.
final class StaticFile: Sendable {
    /// The file in one coding, ready to be sent.
    private struct Form: Sendable {
        let headers: HTTPFields
        let body: ByteBuffer
    }

    private let file: WebApp.File
    /// The file as it is and, where that is smaller, compressed: made when it is first asked for,
    /// because a server that is asked for none starts sooner.
    private let forms = Mutex<(plain: Form, small: Form?)?>(nil)

    init(_ file: WebApp.File) {
        self.file = file
    }

    /// The file, or the word that the caller has it already.
    func response(to request: Request) -> Response {
        let (plain, small) = forms.withLock { known in
            let forms = known ?? made()
            known = forms
            return forms
        }
        var form = plain
        if let small, Gzip.isAccepted(by: request.headers.only(.acceptEncoding)) { form = small }
        guard !request.has(form.headers[.eTag]) else {
            var unchanged = Response(status: .notModified, headers: form.headers)
            // What the body would be is said of, and there is none (RFC 9110, section 15.4.5).
            for name in [.contentType, .contentEncoding, .contentLength] as [HTTPField.Name] {
                unchanged.headers[name] = nil
            }
            return unchanged
        }
        return Response(
            status: .ok,
            headers: form.headers,
            body: ResponseBody(byteBuffer: form.body)
        )
    }

    private func made() -> (plain: Form, small: Form?) {
        let bytes = Array(file.content.utf8)
        let mark = Base64URL.text(Array(SHA256.hash(data: bytes).prefix(12)))
        var headers: HTTPFields = [
            .contentType: file.contentType,
            .contentSecurityPolicy: WebApp.contentSecurityPolicy,
            // Kept by others, too, who must not give to one what another takes.
            .vary: "Accept-Encoding",
            .eTag: "\"\(mark)\"",
            .cacheControl: file.isImmutable
                ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if let scope = file.workerScope { headers[.serviceWorkerAllowed] = scope }
        let plain = Form(headers: headers, body: ByteBuffer(bytes: bytes))
        guard let small = Gzip.compressed(bytes) else { return (plain, nil) }
        headers[.contentEncoding] = "gzip"
        // Other bytes, another mark (RFC 9110, section 8.8.3.3).
        headers[.eTag] = "\"\(mark)-gzip\""
        return (plain, Form(headers: headers, body: ByteBuffer(bytes: small)))
    }
}

extension Request {
    /// Whether the caller has what a mark is of (RFC 9110, section 13.1.2).
    fileprivate func has(_ mark: String?) -> Bool {
        guard let mark, let known = headers.only(.ifNoneMatch) else { return false }
        return known.split(separator: ",").contains { element in
            let text = element.filter { $0 != " " && $0 != "\t" }
            return text == "*" || text == mark || text == "W/\(mark)"
        }
    }
}

extension HTTPField.Name {
    /// The pages that a service worker may stand before (W3C Service Workers, section 7.1).
    fileprivate static let serviceWorkerAllowed = known("Service-Worker-Allowed")
}
