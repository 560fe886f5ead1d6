public import Contract
import Guardian
import Kernel
import Providers
import SQL
import Store

/// What is to be done next for a call that charges.
enum ChargeBeginning: Sendable {
    /// The processor is to be asked.
    case ask(ChargeRecord)
    /// What is known is the answer.
    case known(IdempotentResult<API.Guardian.ChargeResponse>)

    /// The answer, where the money was taken just now.
    var taken: API.Guardian.ChargeResponse? {
        guard case .known(.done(let response)) = self else { return nil }
        return response
    }
}

extension GuardianOperations {
    /// Charges a card or a wallet, once for each Idempotency-Key.
    ///
    /// The charge is recorded before the processor is asked, and what came of it after. A repeat
    /// with the same key asks for the same order, so that the money is taken once. A wallet is
    /// charged in the transaction that records the charge, and nobody is asked.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound`, `noFundingSource`, `declined`,
    ///   `requiresAction`, `cardDeclined`, `walletDeclined`, `processorUnavailable`, `conflict`,
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func chargeCard(
        _ input: API.Guardian.ChargeRequest,
        _ call: Call
    ) async throws -> API.Guardian.ChargeResponse {
        let begun = try await database.write { session in
            try beginCharge(input, call, in: session)
        }
        switch try begun.output {
        case .known(let answer): return try answer.output
        case .ask(let charge):
            let heard = await ask(for: charge)
            let answer = try await database.write { session in
                let settled = try settle(charge.id, heard, call, in: session)
                return try Self.answer(settled, heard, call, in: session)
            }
            return try answer.output
        }
    }

    /// The answer about a charge; remembered for the call's key once it cannot change any more.
    ///
    /// What may still change is answered anew each time.
    static func answer(
        _ charge: ChargeRecord,
        _ heard: ProcessorReport?,
        _ call: Call,
        in session: any Session
    ) throws -> IdempotentResult<API.Guardian.ChargeResponse> {
        // A refusal must not be thrown here: what was just recorded would be undone with it.
        guard charge.state.isFinal, call.idempotency != nil else {
            do {
                return .done(try charge.answer(heard))
            } catch let problem as Problem {
                return .refused(problem)
            }
        }
        return try idempotent(call, in: session, encode: text) { try charge.answer(heard) }
    }
}

extension ChargeRecord {
    /// What the caller is told.
    ///
    /// - Throws: ``Problem`` for everything but money that was taken or may still be.
    func answer(
        _ heard: ProcessorReport?
    ) throws -> API.Guardian.ChargeResponse {
        switch state {
        case .succeeded: return try taken(.charged)
        case .processing: return try taken(.processing)
        case .requiresAction:
            guard let seen = heard?.intent else { throw Problem(.processorUnavailable) }
            throw Problem.requiresAction(intent: seen.id, clientSecret: seen.clientSecret)
        case .failed, .refused: throw Problem.cardDeclined(intent: intent)
        case .recorded, .unknown, .dropped: throw Problem(.processorUnavailable)
        }
    }

    private func taken(
        _ status: API.Guardian.ChargeStatus
    ) throws -> API.Guardian.ChargeResponse {
        guard let provider = API.Guardian.CardProvider(rawValue: source.provider),
            let intent, let processorStatus
        else { throw DatabaseError(.corrupt, "a charge has no provider or no intent") }
        return API.Guardian.ChargeResponse(
            status: status,
            provider: provider,
            paymentIntentID: intent,
            processorStatus: processorStatus
        )
    }
}
