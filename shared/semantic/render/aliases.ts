import type {TableSource} from "../layer/graph.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import type {GroupCondition, JoinNode, MeasureExpression, Plan} from "../plan/plan.ts";
import {resolveField} from "../resolve/field.ts";
import {SUBTOTAL} from "../resolve/subtotals.ts";
import {accessRules} from "../row-access/rules.ts";
import {tokenize} from "../sql-fragment/tokens.ts";

/** The most bytes of a table's alias: an engine could truncate longer ones, and so make two of them equal. */
const MAX_TABLE_BYTES = 40;

/**
 * A name without differences in case, accents or Unicode form, which some engines ignore in comparisons. Names that
 * differ here differ in every engine.
 */
export function foldName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  return name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

/**
 * Names the tables, selects and columns of one statement, readably where possible. No name is one that a layer's author
 * wrote in the statement's models, so that the author's expressions and our own parts never refer to each other by
 * accident. Only the spine of periods keeps fixed names, because it contains nothing that authors wrote.
 */
export class Aliases {
  readonly #owned = new Map<string, string>();
  readonly #ownedNames = new Set<string>();
  readonly #tables = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #outputs = new Map<string, string>();
  /** For each set of visible names: by name, the number at which the search for a free alias continues. */
  readonly #numbers = new WeakMap<Set<string>, Map<string, number>>();
  /**
   * The folded names of result columns without a dot: names that the query chooses itself, and the column that marks
   * subtotals.
   */
  readonly #undotted: ReadonlySet<string>;
  #written: Written | undefined;

  constructor(
    readonly layer: Layer,
    readonly plan: Plan,
  ) {
    const {branches, dimensions, measures, calculations, subtotals, blank = []} = plan;
    const own = measures.flatMap(({name, expression}) =>
      name !== undefined && isOwn(expression) ? name : [],
    );
    const measured = branches.flatMap(({placed}) =>
      placed.flatMap(({field}, i) => (field.measured === undefined ? [] : (dimensions[i]?.name ?? []))),
    );
    const undotted = [
      ...measured,
      ...calculations.map(({name}) => name),
      ...own,
      ...(subtotals ? [SUBTOTAL] : []),
      ...blank,
    ];
    this.#undotted = new Set(undotted.map(foldName));
    const names: string[] = [];
    for (const {name} of dimensions) if (name !== undefined) names.push(name);
    for (const {name} of measures) if (name !== undefined) names.push(name);
    for (const {name} of calculations) names.push(name);
    this.#nameOutputs([...names, ...blank]);
  }

  /** The alias of a column or derived table that the compiler adds: the same name gets the same alias. */
  own(name: string): string {
    const known = this.#owned.get(name);
    if (known !== undefined) return known;
    let free = name;
    while (this.#tables.has(free) || this.#undotted.has(free) || this.#all.has(free)) free += "_";
    this.#owned.set(name, free);
    this.#ownedNames.add(free);
    return free;
  }

  /** The name of a select in the statement's `with`, a new one for each call. */
  select(kind: string): string {
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    return this.own(`${kind}_${number}`);
  }

  /**
   * An alias for a table: the first of `preferred` that is free, else a numbered one. `taken` are the folded names that
   * are visible beside the table; the new one is added. `hides` is the table's model, given for dialects in which an
   * alias also hides other tables of that name, and in which `a.size` may be a part of a column `a`: the alias then
   * equals no name of another table or of a column.
   */
  table(preferred: readonly [string, ...string[]], taken: Set<string>, hides?: LayerModel): string {
    const isTaken = (name: string) => {
      const folded = foldName(name);
      if (taken.has(folded) || this.#ownedNames.has(folded)) return true;
      return hides !== undefined && (this.#all.hasTable(folded, hides) || this.#all.hasColumn(folded));
    };
    const fitting = preferred.map(name => (fits(name) ? name : "t"));
    let alias = fitting.find(name => !isTaken(name)) ?? fitting.at(-1) ?? "t";
    if (isTaken(alias)) alias = this.#numbered(alias.replace(/_\d+$/, ""), taken, isTaken);
    const folded = foldName(alias);
    taken.add(folded);
    this.#tables.add(folded);
    return alias;
  }

  /** The name with the first free number, searched from the number that was given last. */
  #numbered(name: string, taken: Set<string>, isTaken: (name: string) => boolean): string {
    let numbers = this.#numbers.get(taken);
    if (numbers === undefined) {
      numbers = new Map();
      this.#numbers.set(taken, numbers);
    }
    let n = numbers.get(name) ?? 2;
    while (isTaken(`${name}_${n}`)) n++;
    numbers.set(name, n);
    return `${name}_${n}`;
  }

  /** The name of a result column: the query's own, unless an engine could confuse or change it. */
  output(name: string): string {
    return this.#outputs.get(name) ?? name;
  }

  get #all(): Written {
    this.#written ??= writtenIn(this.layer, this.plan);
    return this.#written;
  }

  #nameOutputs(names: readonly string[]): void {
    const folded = names.map(foldName);
    // The name of bins comes from the request, and could equal a column of a table. The columns of a roll-up have no
    // dot either, but their names must stay as they are; a roll-up has no bins.
    const hasBins = this.plan.branches.some(({placed}) => placed.some(({field}) => field.bins !== undefined));
    for (const [i, name] of names.entries()) {
      const isAlone = folded.indexOf(folded[i]!) === i && folded.lastIndexOf(folded[i]!) === i;
      // The alias has a dot, like every result column: the tables may have unknown columns, whose names could equal an
      // alias without one.
      const isBare = hasBins && !name.includes(".") && !this.#undotted.has(folded[i]!);
      if (!isAlone || isBare || name.trim() !== name) this.#outputs.set(name, this.own(`column.${i}`));
    }
  }
}

/** Whether the expression is a measure that the query defines and names itself, or the change of one. */
function isOwn(expression: MeasureExpression): boolean {
  if (expression.kind === "change") return isOwn(expression.of);
  if (expression.kind !== "aggregate") return false;
  const {nested, ofRows} = expression.field;
  return nested !== undefined || ofRows !== undefined;
}

function fits(name: string): boolean {
  if (name.trim() !== name) return false;
  return name.length * 3 <= MAX_TABLE_BYTES || new TextEncoder().encode(name).length <= MAX_TABLE_BYTES;
}

/** The names that authors have written in the models of a statement, folded. */
class Written {
  readonly #models = new Set<LayerModel>();
  readonly #ruled = new Set<LayerModel>();
  readonly #roles = new Set<string>();
  /** The folded names of all columns, once all models have been added. */
  #columns: ReadonlySet<string> | undefined;

  constructor(readonly layer: Layer) {}

  has(name: string): boolean {
    if (this.#roles.has(name)) return true;
    for (const model of this.#models) if (wordsOf(model).has(name)) return true;
    return false;
  }

  /** Whether a table of another model has this name. */
  hasTable(name: string, model: LayerModel): boolean {
    for (const {name: other, source} of this.#models) {
      if (other === model.name || !("name" in source.table)) continue;
      if (foldName(source.table.name) === name && !isSameTable(source.table, model.source.table)) return true;
    }
    return false;
  }

  /** Whether a table has a column of this name. */
  hasColumn(name: string): boolean {
    this.#columns ??= new Set([...this.#models].flatMap(({columns}) => [...columns].map(foldName)));
    return this.#columns.has(name);
  }

  addNode(node: JoinNode): void {
    if (node.edge !== undefined) this.#roles.add(foldName(node.edge.role));
    this.addModel(node.model);
    for (const child of node.children) this.addNode(child);
  }

  /** Adds a model, with the tables that its row access joins. The row access of those tables does not apply there. */
  addModel(model: LayerModel): void {
    if (this.#ruled.has(model)) return;
    this.#ruled.add(model);
    this.#models.add(model);
    for (const {dimension} of accessRules(model)) {
      for (const edge of resolveField(this.layer, model, dimension, "").paths[0] ?? []) {
        this.#roles.add(foldName(edge.role));
        this.#models.add(edge.to);
      }
    }
  }

  addExpression(expression: MeasureExpression): void {
    if (expression.kind === "calculation") return;
    if (expression.kind === "change") {
      this.addExpression(expression.of);
      this.addExpression(expression.before);
      return;
    }
    this.addModel(expression.field.model);
    if (expression.kind === "aggregate") return;
    for (const inner of expression.references.values()) this.addExpression(inner);
  }

  addCondition(condition: GroupCondition): void {
    if (condition.kind === "test") this.addExpression(condition.measure);
    else if (condition.kind === "comparison")
      for (const {expression} of condition.measures) this.addExpression(expression);
    else if (condition.kind === "not") this.addCondition(condition.part);
    else for (const part of condition.parts) this.addCondition(part);
  }
}

function isSameTable(one: TableSource, other: TableSource): boolean {
  return "name" in one && "name" in other && one.name === other.name && one.schema === other.schema;
}

function writtenIn(layer: Layer, plan: Plan): Written {
  const written = new Written(layer);
  for (const {branches, measures, having, order, journey} of plansIn(plan)) {
    for (const {scope, conversion} of branches) {
      written.addNode(scope.root);
      if (conversion !== undefined) written.addNode(conversion.scope.root);
    }
    // The measures of a funnel or a retention are computed from the branches, and name nothing else.
    if (journey !== undefined) continue;
    for (const {expression} of measures) written.addExpression(expression);
    for (const condition of having) written.addCondition(condition);
    for (const {by} of order) if (typeof by !== "number") written.addExpression(by);
  }
  return written;
}

function plansIn(plan: Plan): Plan[] {
  const {lookups, picked, subtotals = [], branches} = plan;
  const nested = branches.flatMap(branch => branch.nested?.plan ?? []);
  return [plan, ...[...lookups, ...subtotals, ...nested, ...(picked ? [picked] : [])].flatMap(plansIn)];
}

const words = new WeakMap<LayerModel, ReadonlySet<string>>();

/** Every name and word from a model's author that can get into a statement, folded. */
function wordsOf(model: LayerModel): ReadonlySet<string> {
  const known = words.get(model);
  if (known !== undefined) return known;
  const {source} = model;
  const per = (source.measures ?? []).flatMap(({nonAdditive}) => nonAdditive?.per ?? []);
  const found = new Set([source.name, ...model.columns, ...per].map(foldName));
  const read = (sql: string | undefined) => {
    if (sql === undefined) return;
    for (const {kind, text} of tokenize(sql).tokens) {
      if (kind === "word") found.add(foldName(text));
      else if (kind === "quoted") found.add(foldName(text.slice(1, -1).replaceAll('""', '"')));
    }
  };
  if ("sql" in source.table) read(source.table.sql);
  else for (const part of Object.values(source.table)) found.add(foldName(part));
  for (const field of [...source.dimensions, ...(source.measures ?? [])]) {
    read(field.sql);
    if ("where" in field) read(field.where);
  }
  words.set(model, found);
  return found;
}
