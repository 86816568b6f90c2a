import type {Attributes, Context, SpanKind, Tracer} from "@opentelemetry/api";
import type {Logger} from "../log.ts";
import type {TracingConfig} from "./tracing-config.ts";

/** One span. */
export interface Traced {
  /** The header that continues the trace elsewhere: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Ends the span; `fault` marks it as failed. Only the first call counts. */
  end(fault?: string): void;
}

/** The kind of a span: it answers a caller, it calls another system, or neither. */
export type SpanRole = "server" | "client" | "internal";

/** Sends spans to a collector of OpenTelemetry. Their attributes name models and fingerprints, never values. */
export interface Tracing {
  /** Starts a span. `parent` is a `traceparent`; without a valid one a new trace begins. */
  start(name: string, role: SpanRole, parent: string | null | undefined, attributes: Attributes): Traced;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Opens the tracing, and loads its libraries; `undefined` if none is configured. If the collector cannot be reached, spans
 * are lost, but no request fails.
 */
export async function openTracing(
  config: TracingConfig | undefined,
  processName: "web" | "worker",
  log: Logger,
): Promise<Tracing | undefined> {
  if (!config) return undefined;
  const api = await import("@opentelemetry/api");
  const {parseTraceParent, setGlobalErrorHandler} = await import("@opentelemetry/core");
  const {OTLPTraceExporter} = await import("@opentelemetry/exporter-trace-otlp-http");
  const {resourceFromAttributes} = await import("@opentelemetry/resources");
  const {BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider} = await import(
    "@opentelemetry/sdk-trace"
  );
  setGlobalErrorHandler(error => log.warn({err: error}, "some spans could not be sent"));
  const exporter = new OTLPTraceExporter({url: config.url, headers: config.headers});
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": config.serviceName,
      "service.instance.id": `${processName}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({root: new TraceIdRatioBasedSampler(config.ratio)}),
    spanProcessors: [new BatchSpanProcessor({exporter})],
  });
  const tracer = provider.getTracer("analytics-service");
  const kinds: Record<SpanRole, SpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  const under = (parent: string | null | undefined): Context => {
    const known = parent ? parseTraceParent(parent) : null;
    return known ? api.trace.setSpanContext(api.ROOT_CONTEXT, {...known, isRemote: true}) : api.ROOT_CONTEXT;
  };
  return {
    start: (name, role, parent, attributes) =>
      startSpan(tracer, name, {kind: kinds[role], attributes}, under(parent)),
    stop: () => provider.shutdown(),
  };
}

/** SpanStatusCode.ERROR */
const FAILED = 2;

function startSpan(
  tracer: Tracer,
  name: string,
  options: {kind: SpanKind; attributes: Attributes},
  parent: Context,
): Traced {
  const span = tracer.startSpan(name, options, parent);
  const {traceId, spanId, traceFlags} = span.spanContext();
  let isOver = false;
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    set: attributes => void span.setAttributes(attributes),
    end(fault) {
      if (isOver) return;
      isOver = true;
      if (fault !== undefined) span.setStatus({code: FAILED, message: fault});
      span.end();
    },
  };
}
