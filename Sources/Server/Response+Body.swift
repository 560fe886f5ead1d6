import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer with a whole body of some content type.
    init(_ contentType: String, _ body: ByteBuffer, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: contentType],
            body: ResponseBody(byteBuffer: body)
        )
    }
}
