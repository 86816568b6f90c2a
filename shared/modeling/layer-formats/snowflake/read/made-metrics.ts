import {type Made, type MadeMeasure, MetricFault} from "../../ossie/read/add-metric.ts";

/** The metrics that have become measures, by the table that they belong to. */
export class MadeMetrics {
  /** Metrics of tables, by `nameIn`. */
  readonly #qualified = new Map<string, MadeMeasure>();
  /**
   * Metrics by their table and bare name; `undefined` for one that is not made. The table of metrics without a table is
   * `undefined`.
   */
  readonly #bare = new Map<string | undefined, Map<string, MadeMeasure | undefined>>();

  /** Registers a metric of the table, whether it can be made or not. */
  announce(table: string, name: string): void {
    this.#bareOf(table).set(name, undefined);
  }

  has(qualified: string): boolean {
    return this.#qualified.has(qualified);
  }

  /** The metrics that a metric of the table can refer to. A bare name means a metric of the same table first. */
  of(table: string | undefined): Made {
    const bare = this.#bareOf(table);
    return {
      get: name => {
        if (bare.has(name) && !bare.get(name)) {
          throw new MetricFault(`it is made of the metric "${name}", which is left out or follows below`);
        }
        return bare.get(name) ?? this.#qualified.get(name);
      },
      set: (name, made) => {
        bare.set(name, made);
        if (table !== undefined) this.#qualified.set(nameIn(table, name), made);
      },
    };
  }

  #bareOf(table: string | undefined): Map<string, MadeMeasure | undefined> {
    const bare = this.#bare.get(table) ?? new Map<string, MadeMeasure | undefined>();
    this.#bare.set(table, bare);
    return bare;
  }
}

/** The name of a table's metric among those of all tables. */
export function nameIn(table: string, metric: string): string {
  return `${table}__${metric}`;
}
