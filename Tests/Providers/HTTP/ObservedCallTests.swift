import InMemoryTracing
import Instrumentation
import Server
import Testing
import Tracing

@testable import Providers

@Suite("What is observed of calls to others")
struct ObservedCallTests {
    private func call(
        _ registry: PrometheusRegistry,
        _ tracer: InMemoryTracer? = nil,
        trace: String? = nil
    ) -> ObservedCall {
        ObservedCall(
            "call stripe",
            "purser_vendor_calls",
            [("vendor", "stripe")],
            trace,
            registry,
            tracer
        )
    }

    @Test("they are counted by outcome, and timed")
    func metrics() async {
        let registry = PrometheusRegistry()
        for outcome in ["good", "late", "good"] {
            let value = await call(registry).run { (5, outcome) }
            #expect(value == 5)
        }
        let lines = registry.text().split(separator: "\n").map(String.init)
        #expect(lines.contains(#"purser_vendor_calls_total{vendor="stripe",outcome="good"} 2"#))
        #expect(lines.contains(#"purser_vendor_calls_total{vendor="stripe",outcome="late"} 1"#))
        #expect(lines.contains(#"purser_vendor_calls_seconds_count{vendor="stripe"} 3"#))
    }

    @Test("a tracer gets a span with the contract's trace id, named or of the span around it")
    func spans() async throws {
        let tracer = InMemoryTracer()
        await call(PrometheusRegistry(), tracer, trace: "t-1").run { ((), "good") }
        var surroundings = ServiceContext.topLevel
        surroundings.purserTrace = "t-2"
        await ServiceContext.withValue(surroundings) {
            await call(PrometheusRegistry(), tracer).run { ((), "late") }
        }
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["call stripe", "call stripe"])
        for (span, (trace, outcome)) in zip(spans, [("t-1", "good"), ("t-2", "late")]) {
            #expect(span.attributes.get("purser.trace") == .string(trace))
            #expect(span.attributes.get("purser.outcome") == .string(outcome))
            #expect(span.attributes.get("purser.vendor") == .string("stripe"))
        }
    }

    @Test("without a tracer there is none")
    func silence() {
        #expect(Tracers.inUse == nil)
    }
}
