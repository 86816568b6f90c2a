import {Histogram, type HistogramConfiguration} from "prom-client";

const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What was observed under one set of labels. */
class Durations {
  /** For each bound, how many took at most that long, and longer than the bound before. */
  readonly counts = BOUNDS.map(() => 0);
  count = 0;
  sum = 0;

  constructor(readonly labels: Readonly<Record<string, string>>) {}

  observe(seconds: number): void {
    this.count++;
    this.sum += seconds;
    const bucket = BOUNDS.findIndex(bound => seconds <= bound);
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }
}

/**
 * A histogram of durations in seconds, for what is observed in every request: the library checks and joins the labels
 * at each observation, which costs ten times as much as the counting. It only writes down what was counted here.
 */
export class DurationHistogram extends Histogram {
  readonly #children = new Map<string, Durations>();
  readonly #names: readonly string[];

  constructor(private readonly options: HistogramConfiguration<string> & {labelNames: readonly string[]}) {
    super({...options, buckets: BOUNDS});
    this.#names = options.labelNames;
  }

  /** Where to observe what has these values of the labels, given in their order. */
  of(...values: string[]): Durations {
    const key = values.length === 1 ? (values[0] ?? "") : values.join(" ");
    let durations = this.#children.get(key);
    if (!durations) {
      durations = new Durations(Object.fromEntries(this.#names.map((name, i) => [name, values[i] ?? ""])));
      this.#children.set(key, durations);
    }
    return durations;
  }

  /** The registry asks each metric for this. */
  async getForPromString() {
    const {name, help} = this.options;
    return {name, help, type: "histogram", values: [...this.#children.values()].flatMap(samplesOf(name))};
  }
}

function samplesOf(name: string) {
  return ({counts, count, sum, labels: sharedLabels}: Durations) => {
    let below = 0;
    const buckets = BOUNDS.map((le, i) => {
      below += counts[i] ?? 0;
      return {labels: {le}, sharedLabels, value: below, metricName: `${name}_bucket`};
    });
    return [
      ...buckets,
      {labels: {le: "+Inf"}, sharedLabels, value: count, metricName: `${name}_bucket`},
      {labels: {}, sharedLabels, value: sum, metricName: `${name}_sum`},
      {labels: {}, sharedLabels, value: count, metricName: `${name}_count`},
    ];
  };
}
