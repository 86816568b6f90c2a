import {Counter, collectDefaultMetrics, Gauge, Histogram, Registry} from "prom-client";

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Caches the child of each label set: hashing labels for each request costs more than counting it. */
function childrenOf<C>(make: (...labels: string[]) => C): (...labels: string[]) => C {
  const children = new Map<string, C>();
  return (...labels) => {
    const key = labels.length === 1 ? (labels[0] ?? "") : labels.join(" ");
    let child = children.get(key);
    if (!child) {
      child = make(...labels);
      children.set(key, child);
    }
    return child;
  };
}

/** The metrics of a web process, which `GET /metrics` shows. */
export class Metrics {
  readonly registry = new Registry();
  readonly #registers = [this.registry];

  /** From the request's arrival to the head of its answer; its `_count` is the number of requests. */
  readonly #requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time until the head of the answer, by route pattern, method and status",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers: this.#registers,
  });
  readonly #phases = new Histogram({
    name: "query_phase_duration_seconds",
    help: "Time that queries spend in each phase, up to the first byte of the answer",
    labelNames: ["phase"],
    buckets: SECONDS,
    registers: this.#registers,
  });
  readonly #caches = new Counter({
    name: "cache_requests_total",
    help: "Look-ups in the caches of this process",
    labelNames: ["cache", "result"],
    registers: this.#registers,
  });

  /** Labelled by route pattern, method and status. */
  readonly requestSeconds = childrenOf((route, method, status) =>
    this.#requests.labels(route, method, status),
  );
  /** `phase`: auth, compile, queue, warehouse. */
  readonly queryPhaseSeconds = childrenOf(phase => this.#phases.labels(phase));
  /** `cache`: tokens, layers, statements, results; `result`: hit, miss, shared. */
  readonly cacheRequests = childrenOf((cache, result) => this.#caches.labels(cache, result));

  /** `answer`: rollup, warehouse. */
  readonly rollupQueries = new Counter({
    name: "rollup_queries_total",
    help: "Queries over layers with roll-ups, by what answered them",
    labelNames: ["answer"],
    registers: this.#registers,
  });

  /** `reception`: accepted, repeated, other_mode, other_account, ignored. */
  readonly billingEvents = new Counter({
    name: "billing_events_total",
    help: "Signed events of Stripe, by what became of them",
    labelNames: ["reception"],
    registers: this.#registers,
  });

  /** `reception`: accepted, repeated, ignored. */
  readonly githubDeliveries = new Counter({
    name: "github_deliveries_total",
    help: "Signed deliveries of GitHub, by what became of them",
    labelNames: ["reception"],
    registers: this.#registers,
  });

  /** `state`: total, idle, waiting (requests without a connection). Set when the metrics are read. */
  readonly poolConnections = new Gauge({
    name: "database_pool_connections",
    help: "Connections of this process to the service's own database",
    labelNames: ["state"],
    registers: this.#registers,
  });
  /** Set when the metrics are read. */
  readonly databaseFailures = new Gauge({
    name: "database_unavailable_total",
    help: "Statements and connections of this process that the service's own database did not answer",
    registers: this.#registers,
  });
  readonly queueJobs = new Gauge({
    name: "queue_jobs",
    help: "Jobs in the queue: ready, scheduled for later, running, failed for good",
    labelNames: ["task", "state"],
    registers: this.#registers,
  });
  readonly queueAgeSeconds = new Gauge({
    name: "queue_oldest_ready_job_age_seconds",
    help: "How long the oldest job that could run has waited",
    registers: this.#registers,
  });

  constructor() {
    collectDefaultMetrics({register: this.registry});
  }
}
