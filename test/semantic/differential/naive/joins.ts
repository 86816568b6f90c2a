import type {RandomLayer, Row} from "../random-layer.ts";
import {type FieldPaths, keyOf, prefixesOf, type Step} from "./field-paths.ts";
import {dimensionValue} from "./values.ts";

export type Attributes = Record<string, string[]>;
/** The joined row at the end of each join path, by the path's key. */
export type Rows = Map<string, Row | null>;

/** The rows that the caller may see, and the joins between these rows. */
export class Joins {
  readonly #visible = new Map<string, Row[]>();
  readonly #partners = new Map<string, Map<Row, Row[]>>();

  constructor(
    readonly layer: RandomLayer,
    readonly attributes: Attributes,
    readonly fieldPaths: FieldPaths,
  ) {}

  join(rows: Rows, steps: Step[]): Rows[] {
    let all = [rows];
    for (let i = 0; i < steps.length; i++) {
      const key = keyOf(prefixesOf(steps)[i]!);
      const before = i === 0 ? "" : keyOf(prefixesOf(steps)[i - 1]!);
      all = all.flatMap(known => {
        if (known.has(key)) return [known];
        const near = known.get(before) ?? null;
        const partners = near === null ? [] : this.partners(near, steps[i]!);
        if (partners.length === 0) return [new Map([...known, [key, null]])];
        return partners.map(partner => new Map<string, Row | null>([...known, [key, partner]]));
      });
    }
    return all;
  }

  partners(row: Row, step: Step): Row[] {
    const known = this.#partners.get(step.key) ?? new Map<Row, Row[]>();
    this.#partners.set(step.key, known);
    const found = known.get(row) ?? this.visible(step.to).filter(other => areJoined(row, other, step));
    known.set(row, found);
    return found;
  }

  visible(model: string): Row[] {
    const found = this.#visible.get(model) ?? this.#visibleRows(model);
    this.#visible.set(model, found);
    return found;
  }

  #visibleRows(model: string): Row[] {
    const rows = this.layer.rows.get(model) ?? [];
    const rules = this.layer.graph.models.find(({name}) => name === model)?.rowAccess ?? [];
    return rows.filter(row =>
      rules.every(rule => {
        const path = this.fieldPaths.at(
          model,
          rule.dimension.includes(".") ? rule.dimension : `${model}.${rule.dimension}`,
        );
        let at: Row | null = row;
        for (const step of path.steps) {
          const near: Row | null = at;
          at =
            near === null
              ? null
              : ((this.layer.rows.get(step.to) ?? []).find(other => areJoined(near, other, step)) ?? null);
        }
        const value = dimensionValue(at, path.field, undefined, "UTC");
        const given = this.attributes[rule.attribute] ?? [];
        if (path.field === "l" || path.field === "m")
          return given.some(one => new Set((JSON.parse(String(value)) ?? []).map(String)).has(one));
        return value !== null && given.includes(String(value));
      }),
    );
  }

  /** The row at the end of to-one steps. */
  rowAt(rows: Rows, steps: Step[]): Row | null {
    const known = rows.get(keyOf(steps));
    if (known !== undefined) return known;
    const near = this.rowAt(rows, prefixesOf(steps)[steps.length - 2] ?? []);
    return near === null ? null : (this.partners(near, steps.at(-1)!)[0] ?? null);
  }
}

/**
 * Whether two rows have equal keys. If one of the rows is a version, the version must also be valid at the time of the
 * other row.
 */
function areJoined(near: Row, far: Row, {join, toMany}: Step): boolean {
  const [fact, one] = toMany ? [far, near] : [near, far];
  const [pair] = join.on;
  const key = fact[pair!.from] ?? null;
  if (key === null || key !== one[pair!.to]) return false;
  if (join.validity === undefined) return true;
  const {from, to, at} = join.validity;
  const [moment, begin, end] = [fact[at.split(".").at(-1)!], one[from], one[to]].map(instantOf);
  if (moment === undefined || begin === undefined) return false;
  return moment >= begin && (end === undefined || moment < end);
}

/** The instant at which a date begins; a moment is returned unchanged. */
function instantOf(value: Row[string] | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return String(value).length === 10 ? `${value} 00:00:00` : String(value);
}
