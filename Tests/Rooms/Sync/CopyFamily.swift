import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// A family whose devices copy records, and one that is none of its business.
struct CopyFamily: Sendable {
    let family: AllowanceFamily

    var server: InProcessServer { family.server }
    var parent: TestMember { family.parent }
    var child: AllowanceFamily.Child { family.child }

    /// A UUID as a device makes it.
    static func uuid(_ number: Int) -> String {
        let bits = UInt64(number)
        return RawID(high: 0x0199_0000_0000_7000 | bits, low: 0x8000_0000_0000_0000 | bits).text
    }

    /// A limit of a child.
    func rule(_ cents: Int64, _ category: String = "fun", of child: TestMember? = nil) -> String {
        let member = (child ?? family.child.member).id.text
        return #"{"memberId":"\#(member)","category":"\#(category)","monthlyLimitCents":\#(cents)}"#
    }

    /// A fence of the child.
    func fence(_ name: String, lat: Double = 40.5) -> String {
        let member = family.child.member.id.text
        return """
            {"memberId":"\(member)","name":"\(name)","lat":\(lat),"lon":-74,"radiusM":500,\
            "policy":"block"}
            """
    }

    /// A chore of the child.
    func chore(_ state: String = "Assigned", title: String = "Dishes") -> String {
        let child = family.child.id.text
        return #"{"childId":"\#(child)","title":"\#(title)","reward":1,"state":"\#(state)"}"#
    }

    /// A goal of the child.
    func goal(_ name: String) -> String {
        #"{"childId":"\#(family.child.id.text)","name":"\#(name)","targetAmount":150}"#
    }

    /// Makes a record.
    func make(
        _ path: String,
        _ body: String,
        by member: TestMember? = nil
    ) async throws -> TransportResponse {
        try await server.raw(
            "PUT",
            "/sync/\(path)",
            body,
            token: (member ?? parent).token,
            headers: ["If-None-Match": "*"]
        )
    }

    /// Changes a record of a version.
    func change(
        _ path: String,
        _ body: String,
        _ version: Int64,
        by member: TestMember? = nil
    ) async throws -> TransportResponse {
        try await server.raw(
            "PUT",
            "/sync/\(path)",
            body,
            token: (member ?? parent).token,
            headers: ["If-Match": "\"\(version)\""]
        )
    }

    /// Removes a record of a version.
    func remove(
        _ path: String,
        _ version: Int64,
        by member: TestMember? = nil
    ) async throws -> TransportResponse {
        try await server.raw(
            "DELETE",
            "/sync/\(path)",
            nil,
            token: (member ?? parent).token,
            headers: ["If-Match": "\"\(version)\""]
        )
    }

    /// What a member is told to have changed.
    func changes(
        since: Int64 = 0,
        kinds: String? = nil,
        limit: Int64? = nil,
        for member: TestMember? = nil
    ) async throws -> API.Sync.ChangesResponse {
        try await (member ?? parent).purser.call(
            API.Sync.listChanges,
            API.Sync.ChangesRequest(since: since, kinds: kinds, limit: limit)
        )
    }
}

extension TransportResponse {
    /// The number at a path of keys.
    func number(_ path: String) throws -> Int64 {
        var value: JSON? = try json()
        for key in path.split(separator: ".") { value = value?[String(key)] }
        guard case .number(let text) = value, let number = Int64(text) else {
            throw UnexpectedAnswer(text: text)
        }
        return number
    }

    struct UnexpectedAnswer: Error {
        let text: String
    }
}

/// Runs `work` with a family whose devices copy records; afterwards the books must fit.
func withCopies(
    _ engine: Engine,
    _ work: (CopyFamily) async throws -> Void
) async throws {
    try await withFamily(engine) { try await work(CopyFamily(family: $0)) }
}

extension DirectClient {
    /// A record as it is now.
    func copy<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>
    ) async throws -> SyncRecord<Subject, Value> {
        try await call(kind.get, SyncReference(id))
    }

    /// Makes a record, or changes it from a version.
    @discardableResult
    func put<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>,
        _ value: Value,
        of version: Int64?
    ) async throws -> SyncRecord<Subject, Value> {
        let write = version.map { SyncWrite(id, value, ifMatch: VersionTag($0)) }
        return try await call(kind.put, write ?? SyncWrite(new: id, value))
    }
}
