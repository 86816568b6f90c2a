import type {Reading} from "./mail-config.ts";

/** The collector of spans, and the share of requests that are traced. */
export interface TracingConfig {
  /** The collector's address of traces (OTLP over HTTP). */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of requests, from 0 to 1, that are traced if their caller does not decide. */
  ratio: number;
}

/** Reads the variables that OpenTelemetry names. `undefined` without an endpoint. */
export function readTracingConfig({text, list, fault}: Reading): TracingConfig | undefined {
  const endpoint = text("OTEL_EXPORTER_OTLP_ENDPOINT", "");
  const headers = readHeaders(list("OTEL_EXPORTER_OTLP_HEADERS") ?? [], fault);
  const ratio = text("OTEL_TRACES_SAMPLER_ARG", "1");
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(ratio))
    fault(`OTEL_TRACES_SAMPLER_ARG is "${ratio}": a share from 0 to 1 is needed`);
  const serviceName = text("OTEL_SERVICE_NAME", "analytics-service");
  if (endpoint === "") return undefined;
  const url = URL.parse(endpoint);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search || url.hash || url.username) {
    fault("OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address, such as http://127.0.0.1:4318");
    return undefined;
  }
  return {url: `${url.href.replace(/\/+$/, "")}/v1/traces`, headers, serviceName, ratio: Number(ratio)};
}

/** `name=value` pairs, whose values may hold secrets and are never repeated. */
function readHeaders(pairs: readonly string[], fault: (message: string) => void): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name = "", value = ""] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
    if (name === "") fault("OTEL_EXPORTER_OTLP_HEADERS must hold pairs such as api-key=secret, with commas");
    headers[name] = decodeURIComponent(value.trim());
  }
  return headers;
}
