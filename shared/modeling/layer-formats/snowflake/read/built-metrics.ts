import {type BuiltMeasure, type BuiltMeasures, MetricFault} from "../../ossie/read/add-metric.ts";

/** The metrics that have become measures, by the table that they belong to. */
export class BuiltMetrics {
  /** Measures made from metrics of tables, by `nameIn(table, metric)`. */
  readonly #qualified = new Map<string, BuiltMeasure>();
  /**
   * Metrics by their table and bare name; `undefined` for one that has not become a measure. The table of metrics
   * without a table is `undefined`.
   */
  readonly #bare = new Map<string | undefined, Map<string, BuiltMeasure | undefined>>();

  /** Registers a metric of the table, whether it can become a measure or not. */
  announce(table: string, name: string): void {
    this.#bareOf(table).set(name, undefined);
  }

  has(qualified: string): boolean {
    return this.#qualified.has(qualified);
  }

  /** The metrics that a metric of the table can refer to. A bare name means a metric of the same table first. */
  of(table: string | undefined): BuiltMeasures {
    const bare = this.#bareOf(table);
    return {
      get: name => {
        if (bare.has(name) && !bare.get(name)) {
          throw new MetricFault(
            `it is computed from the metric "${name}", which is left out or follows below`,
          );
        }
        return bare.get(name) ?? this.#qualified.get(name);
      },
      set: (name, made) => {
        bare.set(name, made);
        if (table !== undefined) this.#qualified.set(nameIn(table, name), made);
      },
    };
  }

  #bareOf(table: string | undefined): Map<string, BuiltMeasure | undefined> {
    const bare = this.#bare.get(table) ?? new Map<string, BuiltMeasure | undefined>();
    this.#bare.set(table, bare);
    return bare;
  }
}

/** The name of a table's metric among those of all tables. */
export function nameIn(table: string, metric: string): string {
  return `${table}__${metric}`;
}
