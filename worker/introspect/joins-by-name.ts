import {forEachConcurrently} from "../../shared/core/for-each-concurrently.ts";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {Join} from "../../shared/semantic/documents.ts";
import type {WarehouseColumn, WarehouseTable} from "../warehouses/tables.ts";
import {haveSecret} from "./hide-secrets.ts";
import {isUnique} from "./joins-of-foreign-keys.ts";
import {layerName, singularOf} from "./names.ts";
import {CONCURRENCY, notCheckedNote, type Probing} from "./probing.ts";
import {quote, sourceOf} from "./source.ts";

const MAX_CANDIDATES = 200;
const SAMPLED_VALUES = 500;
/** The share of sampled values that must exist in the other table's key. A few rows there may have been deleted. */
const MIN_MATCHED = 0.9;
/**
 * Names of references, and the part before their suffix: `customer` for `customer_id` and `Customer` for `CustomerID`.
 */
const REFERENCE = /^(.+?)(?:_(?:id|key|code|uuid|no|fk|sk)|(?<=[a-z])(?:Id|ID|Key|Code|Uuid|UUID|No|Fk|SK))$/;
/** Names of keys that do not name their table. */
const GENERIC = new Set(["id", "uuid", "key", "code", "no", "name", "_id"]);

interface Candidate {
  table: WarehouseTable;
  column: string;
  target: WarehouseTable;
  key: string;
  /** The role of the reference in the join's name, where it is not just the other table's name. */
  role: string | undefined;
}

/**
 * Suggests joins that no foreign key declares, for example of views: columns named like the key of another table, or
 * after that table, whose values exist there. They are only noted, not added, because names can mislead.
 */
export async function findJoins(
  probing: Probing,
  models: ReadonlyMap<WarehouseTable, string>,
  fieldOf: (table: WarehouseTable, column: string) => string | undefined,
  notes: GraphNote[],
): Promise<void> {
  const tables = [...models.keys()];
  const targets = new Targets(tables);
  const candidates = tables.flatMap(table => candidatesOf(table, targets));
  let skipped = Math.max(0, candidates.length - MAX_CANDIDATES);
  await forEachConcurrently(candidates.slice(0, MAX_CANDIDATES), CONCURRENCY, async candidate => {
    const {table, column, target} = candidate;
    const [model, to, field] = [models.get(table), models.get(target), fieldOf(table, column)];
    if (model === undefined || to === undefined || field === undefined) return;
    const found = await valuesFound(probing, candidate);
    if (!found) skipped++;
    else if (found.all > 0 && found.known / found.all >= MIN_MATCHED) {
      const join = joinOf(candidate, model, to);
      const message = messageOf(candidate, to, join, found);
      notes.push({model, field, code: "join_by_name", message, proposes: {join}});
    }
  });
  if (skipped > 0)
    notes.push(
      notCheckedNote(
        `${skipped} columns were not examined for joins, because their data did not arrive in time.`,
      ),
    );
}

/** A table with a key of one column, to which columns of other tables may refer. */
interface Target {
  table: WarehouseTable;
  key: string;
  kind: WarehouseColumn["kind"] | undefined;
}

/** The targets by the names that references to them have: the table's name in lower case, or the name of its key. */
class Targets {
  readonly #byName = new Map<string, Target[]>();
  readonly #byKey = new Map<string, Target[]>();

  constructor(tables: readonly WarehouseTable[]) {
    for (const table of tables) {
      const [key, ...others] = table.primaryKey;
      if (key === undefined || others.length > 0 || haveSecret(table, [key])) continue;
      const target = {table, key, kind: table.columns.find(({name}) => name === key)?.kind};
      const name = table.name.toLowerCase();
      for (const one of new Set([name, singularOf(name)])) add(this.#byName, one, target);
      add(this.#byKey, key.toLowerCase(), target);
    }
  }

  /** The targets that a column's name refers to; those in the schema of the column's table come first. */
  of(table: WarehouseTable, {name: column, kind}: WarehouseColumn): Target[] {
    const name = column.toLowerCase();
    const isOwnKey = table.primaryKey.length === 1 && table.primaryKey[0] === column;
    const stem = REFERENCE.exec(column)?.[1]?.toLowerCase();
    const named = stem === undefined ? [] : endingsOf(stem).flatMap(one => this.#byName.get(one) ?? []);
    const keyed = GENERIC.has(name) || isOwnKey ? [] : (this.#byKey.get(name) ?? []);
    const fitting = [...named, ...keyed].filter(target => target.table !== table && target.kind === kind);
    const isOwn = (target: Target) => target.table.schema === table.schema;
    return [...fitting.filter(isOwn), ...fitting.filter(target => !isOwn(target))];
  }
}

function add(targets: Map<string, Target[]>, name: string, target: Target): void {
  const same = targets.get(name);
  if (same) same.push(target);
  else targets.set(name, [target]);
}

/** The endings of a stem, by whole words: `ship_city` and `city` for `ship_city`. */
function endingsOf(stem: string): string[] {
  const words = stem.split("_");
  return words.map((_, i) => words.slice(i).join("_"));
}

function candidatesOf(table: WarehouseTable, targets: Targets): Candidate[] {
  const declared = new Set(table.foreignKeys.flatMap(({columns}) => columns));
  return table.columns.flatMap((column): Candidate[] => {
    const {name, kind} = column;
    if (declared.has(name) || !["integer", "text", "textual", "decimal"].includes(kind)) return [];
    const [target] = targets.of(table, column);
    if (target === undefined || haveSecret(table, [name])) return [];
    return [{table, column: name, target: target.table, key: target.key, role: roleOf(name, target.table)}];
  });
}

/** The role of a reference: `ship_city` for `ship_city_id`, and `undefined` for `city_id` to the table `city`. */
function roleOf(column: string, target: WarehouseTable): string | undefined {
  const stem = REFERENCE.exec(column)?.[1] ?? column;
  const names = [target.name, singularOf(target.name.toLowerCase()), target.primaryKey[0] ?? ""];
  const isPlain = names.some(one => [stem, column].some(own => own.toLowerCase() === one.toLowerCase()));
  return isPlain ? undefined : layerName(stem);
}

/** How many values of the column were sampled, and how many of them exist in the other table's key. */
async function valuesFound(
  probing: Probing,
  {table, column, target, key}: Candidate,
): Promise<{all: number; known: number} | undefined> {
  const {dialect} = probing.warehouse;
  const [from, to] = [quote(dialect, column), quote(dialect, key)];
  const some = `select distinct ${from} as v from ${sourceOf(dialect, table)} where ${from} is not null limit ${SAMPLED_VALUES}`;
  // An outer join would not do, because ClickHouse fills the columns of missing rows with zeros instead of nulls.
  const rows = await probing.ask(
    `select 'all' as what, count(*) as n from (${some}) s union all ` +
      `select 'known', count(*) from (${some}) s where s.v in (select ${to} from ${sourceOf(dialect, target)})`,
  );
  const of = (what: string) => rows?.find(([name]) => name === what)?.[1];
  const [all, known] = [of("all"), of("known")];
  return all == null || known == null ? undefined : {all: Number(all), known: Number(known)};
}

function joinOf({table, column, key, role}: Candidate, model: string, to: string): Join {
  const isOne =
    isUnique(table, [column]) || (table.primaryKey.length === 1 && table.primaryKey[0] === column);
  return {
    ...(role === undefined || role === to ? {} : {name: role}),
    ...{from: model, to, relationship: isOne ? "one_to_one" : "many_to_one"},
    on: [{from: column, to: key}],
  };
}

function messageOf(
  {column, key}: Candidate,
  to: string,
  join: Join,
  {all, known}: {all: number; known: number},
): string {
  const values =
    all === SAMPLED_VALUES ? `${known} of ${all} values examined` : `${known} of its ${all} values`;
  return `"${column}" looks like a reference to "${to}": ${values} are in "${key}" there. As a join: ${JSON.stringify(join)}`;
}
