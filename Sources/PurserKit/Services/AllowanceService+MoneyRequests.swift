public import Contract
public import Kernel

extension AllowanceService {
    /// Lists the newest hundred requests for money, newest first; a child sees its own.
    public func listMoneyRequests(
        state: API.Allowance.MoneyRequestState? = nil
    ) async throws -> API.Allowance.MoneyRequestListResponse {
        try await purser.call(API.Allowance.listMoneyRequests, .init(state: state))
    }

    /// Asks the parents for money.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func requestMoney(
        amount: DecimalAmount,
        purpose: String
    ) async throws -> Written<API.Allowance.MoneyRequestResponse> {
        try await purser.write(
            API.Allowance.requestMoney,
            .init(amount: amount, purpose: purpose)
        )
    }

    /// Agrees to a request, and pays it into the child's wallet.
    @discardableResult
    public func approveMoneyRequest(
        requestID: ID<Entity.MoneyRequest>,
        message: String? = nil
    ) async throws -> Written<API.Allowance.MoneyRequestResponse> {
        try await purser.write(
            API.Allowance.approveMoneyRequest,
            .init(requestID: requestID, message: message)
        )
    }

    /// Does not agree to a request.
    @discardableResult
    public func declineMoneyRequest(
        requestID: ID<Entity.MoneyRequest>,
        message: String? = nil
    ) async throws -> Written<API.Allowance.MoneyRequestResponse> {
        try await purser.write(
            API.Allowance.declineMoneyRequest,
            .init(requestID: requestID, message: message)
        )
    }
}
