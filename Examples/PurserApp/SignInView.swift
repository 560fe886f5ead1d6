#if canImport(SwiftUI)
import PurserKit
import SwiftUI

/// Signs a member in.
struct SignInView: View {
    let session: SessionModel
    @State private var email = "ana@demo.example"
    @State private var password = ""

    var body: some View {
        Form {
            TextField("E-mail", text: $email)
                .textContentType(.username)
            SecureField("Password", text: $password)
                .textContentType(.password)
            Button("Sign in") {
                Task { await session.signIn(email: email, password: password) }
            }
            .disabled(session.isBusy || email.isEmpty || password.isEmpty)
        }
        .errorAlert(session.error) { session.dismissError() }
    }
}

#Preview {
    if let purser = try? Purser(configuration: .development, transport: PreviewTransport()) {
        SignInView(session: SessionModel(purser))
    }
}
#endif
