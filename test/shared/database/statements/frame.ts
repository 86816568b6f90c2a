import type {Catalog} from "./catalog.ts";
import {type Node, nodeAt, nodesAt, numberAt, numbersAt, textAt} from "./node-tree.ts";

/** A query inside a statement, with what its conditions prove about its rows. */
export class Frame {
  readonly tables: readonly Node[];
  /** Columns, as `table.column`, that are not null in any row of the result. */
  readonly notNull = new Set<string>();
  /** Outer-joined tables of which each row of the result is proven to have a row. */
  readonly joined = new Set<number>();

  constructor(
    readonly query: Node,
    readonly above: Frame | undefined,
    private readonly catalog: Catalog,
  ) {
    this.tables = nodesAt(query, "rtable");
    const from = nodeAt(query, "jointree");
    if (from) this.#readFrom(from);
  }

  /** The frame of a variable that belongs to a query some levels above. */
  up(levels: number): Frame {
    if (levels === 0) return this;
    if (!this.above) throw new Error("A column belongs to no query");
    return this.above.up(levels - 1);
  }

  /** A copy in which a condition also holds, or does not hold. */
  where(condition: Node, holds: boolean): Frame {
    const frame = new Frame(this.query, this.above, this.catalog);
    for (const one of this.notNull) frame.notNull.add(one);
    for (const one of this.joined) frame.joined.add(one);
    frame.#hold(condition, holds);
    return frame;
  }

  /** Reads the conditions of `where` and of inner joins, which hold for each row. */
  #readFrom(node: Node): void {
    const quals = nodeAt(node, "quals");
    const isInner = node.kind === "FROMEXPR" || textAt(node, "jointype") === "0";
    if (quals && isInner) this.#hold(quals, true);
    for (const one of nodesAt(node, "fromlist")) this.#readFrom(one);
    if (node.kind !== "JOINEXPR") return;
    const joinType = textAt(node, "jointype");
    for (const [side, kept] of [
      ["larg", "01"],
      ["rarg", "03"],
    ] as const) {
      const inner = nodeAt(node, side);
      if (inner && kept.includes(joinType)) this.#readFrom(inner);
    }
  }

  #hold(condition: Node, isTrue: boolean): void {
    for (const variable of this.#proven(condition, isTrue)) {
      this.notNull.add(keyOf(variable));
      if (numbersAt(variable, "varnullingrels").length > 0) this.joined.add(numberAt(variable, "varno"));
    }
  }

  /** The columns that cannot be null if a condition is true, or if it is false. */
  #proven(condition: Node, isTrue: boolean): readonly Node[] {
    const args = nodesAt(condition, "args");
    switch (condition.kind) {
      case "BOOLEXPR": {
        const operator = textAt(condition, "boolop");
        if (operator === "not") return args.flatMap(one => this.#proven(one, !isTrue));
        const all = args.map(one => this.#proven(one, isTrue));
        if ((operator === "and") === isTrue) return all.flat();
        const [first = [], ...rest] = all;
        return first.filter(one => rest.every(other => other.some(two => keyOf(two) === keyOf(one))));
      }
      case "NULLTEST": {
        const isNotNull = textAt(condition, "nulltesttype") === "1";
        return isNotNull === isTrue ? this.#strict(nodeAt(condition, "arg")) : [];
      }
      case "SCALARARRAYOPEXPR":
        return textAt(condition, "useOr") === "true" && isTrue ? this.#strict(args[0]) : [];
      case "SUBLINK":
        return textAt(condition, "subLinkType") === "2" && isTrue
          ? nodesAt(nodeAt(condition, "testexpr") ?? condition, "args")
              .slice(0, 1)
              .flatMap(one => this.#strict(one))
          : [];
      default:
        return this.#strict(condition);
    }
  }

  /** The columns that make an expression null when they are null. */
  #strict(node: Node | undefined): readonly Node[] {
    if (!node) return [];
    if (node.kind === "VAR") return textAt(node, "varlevelsup") === "0" ? this.#origins(node) : [];
    if (node.kind === "RELABELTYPE" || node.kind === "COERCEVIAIO") return this.#strict(nodeAt(node, "arg"));
    const called = textAt(node, "opfuncid") || textAt(node, "funcid");
    if (!/^(OPEXPR|FUNCEXPR)$/.test(node.kind) || !this.catalog.functions.get(called)?.isStrict) return [];
    return nodesAt(node, "args").flatMap(one => this.#strict(one));
  }

  /** The table's column behind a column of a join. */
  #origins(variable: Node): readonly Node[] {
    const table = this.tables[numberAt(variable, "varno") - 1];
    if (!table || textAt(table, "rtekind") !== "2") return [variable];
    const origin = nodesAt(table, "joinaliasvars")[numberAt(variable, "varattno") - 1];
    return [variable, ...(origin?.kind === "VAR" ? this.#origins(origin) : [])];
  }
}

export const keyOf = (variable: Node): string =>
  `${textAt(variable, "varno")}.${textAt(variable, "varattno")}`;
