import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from "prom-client";

/** What this process has measured; `GET /metrics` gives it out. */
export const registry = new Registry();
collectDefaultMetrics({register: registry});

const registers = [registry];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** One label set's child, looked up once: hashing labels for each request costs more than counting it. */
function childrenOf<C>(make: (...labels: string[]) => C): (...labels: string[]) => C {
  const children = new Map<string, C>();
  return (...labels) => {
    const key = labels.join(" ");
    let child = children.get(key);
    if (!child) {
      child = make(...labels);
      children.set(key, child);
    }
    return child;
  };
}

/** From the request's arrival to the head of its answer; its `_count` is the number of requests. */
const requestHistogram = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time until the head of the answer, by route pattern, method and status",
  labelNames: ["route", "method", "status"],
  buckets: SECONDS,
  registers,
});

/** Of one route pattern, method and status. */
export const requestSeconds = childrenOf((route, method, status) =>
  requestHistogram.labels(route, method, status),
);

/** `phase`: auth, compile, queue, warehouse. */
const phaseHistogram = new Histogram({
  name: "query_phase_duration_seconds",
  help: "Time that queries spend in each phase, up to the first byte of the answer",
  labelNames: ["phase"],
  buckets: SECONDS,
  registers,
});

export const queryPhaseSeconds = childrenOf(phase => phaseHistogram.labels(phase));

/** `cache`: tokens, layers, statements, results; `result`: hit, miss, shared. */
const cacheCounter = new Counter({
  name: "cache_requests_total",
  help: "Look-ups in the caches of this process",
  labelNames: ["cache", "result"],
  registers,
});

export const cacheRequests = childrenOf((cache, result) => cacheCounter.labels(cache, result));

/** `state`: total, idle, waiting (requests without a connection). Set when it is asked for. */
export const poolConnections = new Gauge({
  name: "database_pool_connections",
  help: "Connections of this process to the service's own database",
  labelNames: ["state"],
  registers,
});

export const queueJobs = new Gauge({
  name: "queue_jobs",
  help: "Jobs in the queue: ready, scheduled for later, running, failed for good",
  labelNames: ["task", "state"],
  registers,
});

export const queueAgeSeconds = new Gauge({
  name: "queue_oldest_ready_job_age_seconds",
  help: "How long the oldest job that could run has waited",
  registers,
});
