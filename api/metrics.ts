import {Counter, collectDefaultMetrics, Gauge, Registry} from "prom-client";
import {DurationHistogram} from "./duration-histogram.ts";

/**
 * Counts of look-ups in a cache. They are kept here and copied when the metrics are read, because the library's own
 * counting costs more.
 */
class CacheCounts {
  hit = 0;
  miss = 0;
}

let processRegistry: Registry | undefined;
/**
 * How often the delay of the event loop is sampled. The library's default of 10 ms would wake an idle process 100 times
 * a second.
 */
const DELAY_SAMPLE_MS = 100;

/**
 * The metrics of this process: memory, processor time, event loop and garbage collection. They are set up once, even
 * when tests run several services in one process. The set-up walks over the whole heap, and starts a timer that never
 * ends.
 */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({register: processRegistry, eventLoopMonitoringPrecision: DELAY_SAMPLE_MS});
    // This runtime has one heap space, as large as the heap, and reading these metrics walks over all of it.
    for (const figure of ["total", "used", "available"])
      processRegistry.removeSingleMetric(`nodejs_heap_space_size_${figure}_bytes`);
  }
  return processRegistry;
}

/** The metrics of a web process, which `GET /metrics` shows. */
export class Metrics {
  readonly registry = new Registry();
  readonly #registers = [this.registry];

  /** From the request's arrival to the head of its answer; its `_count` is the number of requests. */
  readonly requests = new DurationHistogram({
    name: "http_request_duration_seconds",
    help: "Time until the head of the answer, by route pattern, method and status",
    labelNames: ["route", "method", "status"],
  });
  readonly #phases = new DurationHistogram({
    name: "query_phase_duration_seconds",
    help: "Time that queries spend in each phase, up to the first byte of the answer",
    labelNames: ["phase"],
  });
  readonly queryPhases = {
    auth: this.#phases.of("auth"),
    compile: this.#phases.of("compile"),
    queue: this.#phases.of("queue"),
    warehouse: this.#phases.of("warehouse"),
  };
  readonly tokenCache = new CacheCounts();
  readonly resultCache = new CacheCounts();

  /**
   * `step`: prepare, run, explain. `plan`: query, rest, catalog, constant, none (not planned yet). `outcome`: succeeded,
   * cancelled, limited, invalid, failed. A run lasts until its last row is read.
   */
  readonly sqlStatements = new DurationHistogram({
    name: "sql_statement_duration_seconds",
    help: "Time of statements over Postgres' protocol, by step, plan and outcome",
    labelNames: ["step", "plan", "outcome"],
  });
  readonly sqlSessions = new Gauge({
    name: "sql_sessions",
    help: "Clients that are signed in over Postgres' protocol",
    registers: this.#registers,
  });
  /** `sqlstate`: 00000 for a client that has signed in, else the SQLSTATE of the error that the client got. */
  readonly sqlSignIns = new Counter({
    name: "sql_sign_ins_total",
    help: "Attempts to sign in over Postgres' protocol, by SQLSTATE of the answer",
    labelNames: ["sqlstate"],
    registers: this.#registers,
  });

  /** `way`: password, provider. `outcome`: succeeded, refused, failed (the provider is unreachable). */
  readonly signIns = new Counter({
    name: "sign_ins_total",
    help: "Attempts to sign in with a browser, by way and outcome",
    labelNames: ["way", "outcome"],
    registers: this.#registers,
  });

  /** `answer`: rollup, warehouse. */
  readonly rollupQueries = new Counter({
    name: "rollup_queries_total",
    help: "Queries over layers with roll-ups, by the source of the answer",
    labelNames: ["answer"],
    registers: this.#registers,
  });

  /** `reception`: accepted, repeated, other_mode, other_account, ignored. */
  readonly billingEvents = new Counter({
    name: "billing_events_total",
    help: "Signed events of Stripe, by reception",
    labelNames: ["reception"],
    registers: this.#registers,
  });

  /** `reception`: accepted, repeated, ignored. */
  readonly githubDeliveries = new Counter({
    name: "github_deliveries_total",
    help: "Signed deliveries of GitHub, by reception",
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
    processMetrics();
    const caches = {tokens: this.tokenCache, results: this.resultCache};
    new Counter({
      name: "cache_requests_total",
      help: "Look-ups in the caches of this process",
      labelNames: ["cache", "result"],
      registers: this.#registers,
      collect() {
        this.reset();
        for (const [cache, {hit, miss}] of Object.entries(caches)) {
          this.inc({cache, result: "hit"}, hit);
          this.inc({cache, result: "miss"}, miss);
        }
      },
    });
  }

  /** All metrics, in Prometheus' text format. */
  async text(): Promise<string> {
    const durations = [this.requests, this.#phases, this.sqlStatements].map(one => one.text());
    const registries = [processMetrics(), this.registry];
    const texts = await Promise.all(registries.map(registry => registry.metrics()));
    return [...durations, ...texts].join("\n");
  }
}
