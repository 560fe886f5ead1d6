import Contract

/// A kind of record that is copied to the device: how the server lists it and takes its changes.
///
/// Records are fields by name here, so that one sync serves every kind.
protocol CopiedKind: Sendable {
    /// The name under which it is kept, with the child whose records they are.
    var name: String { get }
    /// What happens to what was changed in two places.
    var policy: MergePolicy { get }
    /// The field that tells records apart in place of the server's id; `nil` where there is none.
    var keyField: String? { get }
    /// The fields that may be changed once the server has the record.
    var editable: Set<String> { get }
    /// Whether the server has no way to change a record, so that another one takes its place.
    var isReplaced: Bool { get }
    /// Whether who wrote is told when another device writes over it shortly after.
    var watchesOverwriting: Bool { get }
    /// Whether it is of a member who may leave; the server knows nothing of it then.
    var mayEnd: Bool { get }

    /// Everything that the server has.
    func list(_ caller: CopyCaller) async throws -> [RemoteRecord]
    /// A record as the server will keep it, and refused where the server would refuse it.
    func checked(_ fields: [String: JSON]) throws -> [String: JSON]
    /// The call that makes a record; `nil` where a device makes none.
    func creation(_ fields: [String: JSON], key: String) throws -> CopyCall?
    /// The call that changes a record; `nil` where there is none for this change.
    func update(_ old: RemoteRecord, to fields: [String: JSON], key: String) throws -> CopyCall?
    /// The call that deletes a record; `nil` where a device deletes none.
    func deletion(_ record: RemoteRecord, key: String) throws -> CopyCall?
    /// How likely a record took the place of another that is gone; 0 for not at all.
    func likeness(_ record: [String: JSON], to former: [String: JSON]) -> Int
}

extension CopiedKind {
    var keyField: String? { nil }
    var isReplaced: Bool { false }
    var watchesOverwriting: Bool { true }
    var mayEnd: Bool { false }
    func likeness(_ record: [String: JSON], to former: [String: JSON]) -> Int { 0 }

    func update(_ old: RemoteRecord, to fields: [String: JSON], key: String) throws -> CopyCall? {
        nil
    }
}

/// A call that tells the server of a change.
struct CopyCall: Sendable {
    /// What is sent.
    let call: PreparedCall
    /// The record as the answer tells it.
    let read: @Sendable (TransportResponse) throws -> RemoteRecord

    /// Prepares a call.
    init<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        key: String,
        _ record: @escaping @Sendable (Output) throws -> RemoteRecord
    ) throws {
        call = try PreparedCall(endpoint, input, idempotencyKey: key)
        read = { try record(try endpoint.read($0)) }
    }
}

/// The fields of a value, and the value of fields.
enum CopyFields {
    /// The fields of a value as the wire writes them.
    static func of(_ value: some Encodable) throws -> [String: JSON] {
        do {
            return try JSONParser.parse(WireEncoder.bytes(value)).fields
        } catch {
            throw PurserError(.invalid, "A number is not finite")
        }
    }

    /// The value that fields are of.
    ///
    /// - Throws: ``PurserError`` `storage` when they are of another one.
    static func read<Value: Decodable>(
        _ type: Value.Type,
        _ fields: [String: JSON]
    ) throws -> Value {
        do {
            return try WireDecoder.decode(type, from: JSON(fields: fields))
        } catch {
            throw PurserError(.storage, "A copy on this device cannot be read")
        }
    }
}

/// Calls the server for one member, and for nobody who signs in meanwhile.
struct CopyCaller: Sendable {
    let client: Client
    let options: CallOptions
    let owner: String

    /// Reads.
    func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input
    ) async throws -> Output {
        let call = try PreparedCall(endpoint, input, idempotencyKey: nil)
        return try await client.perform(call, options, owner: owner) { try endpoint.read($0) }
    }

    /// Tells the server of a change.
    func send(_ call: CopyCall) async throws -> RemoteRecord {
        do {
            let record = try await client.perform(
                call.call,
                options,
                owner: owner,
                read: { try call.read($0) }
            )
            await client.cache.forget(after: call.call)
            return record
        } catch {
            // What was not refused for certain may have been done.
            if (error as? PurserError)?.isFinal != true {
                await client.cache.forget(after: call.call)
            }
            throw error
        }
    }
}
