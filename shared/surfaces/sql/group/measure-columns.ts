import type {Query} from "../../../semantic/documents.ts";
import type {ColumnType} from "../catalog-types.ts";
import type {Chain} from "./chain.ts";

/** The measures of a grouped query, and the columns of its input that hold them. */
export class MeasureColumns {
  readonly all: {
    entry: NonNullable<Query["measures"]>[number];
    key: string;
    name: string;
    column: ColumnType;
    isNeverNull: boolean;
  }[] = [];
  /** Names that are taken, by the statement or the input. */
  readonly names: Set<string>;

  constructor(readonly chain: Chain) {
    this.names = new Set(chain.relation.columns.map(({name}) => name));
  }

  fresh(preferred: string): string {
    let name = preferred;
    for (let count = 2; this.names.has(name); count++) name = `${preferred} ${count}`;
    this.names.add(name);
    return name;
  }

  add(
    entry: NonNullable<Query["measures"]>[number],
    preferred: string,
    column: ColumnType,
    isNeverNull = false,
  ): string {
    const key = typeof entry === "string" ? entry : JSON.stringify({...entry, name: ""});
    const known = this.all.find(one => one.key === key);
    if (known !== undefined) return known.name;
    const isOwn = typeof entry === "string" && this.chain.between.length === 0;
    const name = isOwn ? preferred : this.fresh(preferred);
    const named = typeof entry === "string" ? entry : {...entry, name: `sql_${this.all.length + 1}`};
    this.all.push({entry: named, key, name, column, isNeverNull});
    return name;
  }
}
