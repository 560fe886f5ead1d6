import Contract
import Kernel
import Testing

@testable import Web

@Suite("Pages to sign in on and to join")
struct SignInViewTests {
    @Test("ask for a code alone once the password was right, and calmly")
    func code() {
        let asking = { (problem: String?) in
            Templates.html(
                SignInView(
                    asking: .code(ticket: "t-1", email: "a@b.c", nil),
                    formToken: "a",
                    next: "/app",
                    problem: problem
                )
            )
        }
        let first = asking(nil)
        #expect(first.contains("<title>Your code – Purser</title>"))
        #expect(first.contains("name=\"ticket\" value=\"t-1\""))
        #expect(first.contains("name=\"email\" value=\"a@b.c\""))
        #expect(first.contains("name=\"code\" required aria-describedby=\"code-hint\" autofocus"))
        for part in ["type=\"password\"", "notice", "role=\"alert\"", "class=\"error\""] {
            #expect(!first.contains(part), "\(part)")
        }
        let again = asking("The code is wrong")
        #expect(again.contains("<title>The code is wrong – Your code – Purser</title>"))
        #expect(again.contains("<p class=\"error\" id=\"code-problem\">The code is wrong</p>"))
    }

    @Test("keep beside what is wrong all that was typed, but for the password")
    func joining() {
        let faults = [
            Fault(field: "code", rule: "is of no open invitation"),
            Fault(field: "password", rule: "is too short"),
        ]
        let typed = ["code": "a-b", "firstName": "<Jane>", "password": "secret123"]
        let trouble = FormTrouble(Problem.invalid(faults), in: JoinView.job, typed: typed)
        let page = Templates.html(JoinView(trouble, formToken: "a"))
        for part in [
            "value=\"a-b\"", "value=\"&lt;Jane&gt;\"", "id=\"code-problem\"",
            "id=\"join-password-problem\"", "8 characters or more", "autocomplete=\"new-password\"",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("secret123"))
        #expect(!Templates.html(JoinView(formToken: "a")).contains("class=\"notice"))
    }
}
