import type {Dialect, Parameter} from "../dialects/dialect.ts";
import type {WrittenTexts} from "../dialects/written-texts.ts";
import {CompileError} from "../errors.ts";
import type {Calendar} from "../filters/calendar-spans.ts";
import type {Value} from "../filters/predicates.ts";
import {beforeChrist} from "../filters/years.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Period} from "../layer/grains.ts";
import type {DimensionField, Layer} from "../layer/layer.ts";
import type {Branch, Plan} from "../plan/plan.ts";
import type {Aliases} from "./aliases.ts";
import type {BranchSource} from "./sources/source.ts";

/**
 * The most characters of a statement. Where each field refers to the next one twice, the text doubles with every step,
 * and one process writes the statements of all organizations.
 */
const MAX_CHARACTERS = 5_000_000;
/**
 * The most characters of a statement's parameters. A value that occurs in several places is a parameter in each of
 * them.
 */
const MAX_PARAMETER_CHARACTERS = 20_000_000;

/** The state for writing one statement: the dialect, the caller's rights, and the parameters so far. */
export class Writer {
  readonly parameters: Parameter[] = [];
  /** Selects of the statement's `with`, in order. */
  readonly named: {name: string; sql: string}[] = [];
  /** The name of the select with the groups that passed, if only their rows count. */
  picked: string | undefined;
  /** The names of the selects of groups that conditions look up. */
  readonly groups = new Map<Plan, string>();
  /** The names of the selects with the least value and the range of a number that bins divide. */
  readonly spreads = new Map<DimensionField, string>();
  /** The sources of branches whose rows a select has already grouped. */
  readonly sources = new Map<Branch, (pad: string) => BranchSource>();
  /** Attributes of row access for which the caller has no value, and therefore sees no rows. */
  readonly missingAttributes = new Set<string>();
  /** Whether a select is recursive. */
  isRecursive = false;
  #characters = 0;
  #parameterCharacters = 0;

  constructor(
    readonly layer: Layer,
    readonly dialect: Dialect,
    readonly calendar: Calendar,
    readonly attributes: Readonly<Record<string, readonly string[]>>,
    /** Whether values become literals instead of parameters. */
    readonly literals: boolean,
    readonly aliases: Aliases,
    readonly texts: WrittenTexts = {},
  ) {}

  /** The name of a select of groups. The select must have been written before. */
  groupsOf(plan: Plan): string {
    const name = this.groups.get(plan);
    if (name === undefined) throw new Error("groups that have no name yet");
    return name;
  }

  /** The name of a select of one row, with the least value and the range of the number that bins divide. */
  spreadOf(field: DimensionField): string {
    const name = this.spreads.get(field);
    if (name === undefined) throw new Error("bins of a range that has no name yet");
    return name;
  }

  bind(given: Value): string {
    const value = spellYear(given, this.dialect);
    if (this.literals) return this.counted(this.dialect.literal(value));
    if (typeof value.value === "string") this.#countParameter(value.value.length);
    this.parameters.push(value.value);
    return this.counted(this.dialect.placeholder(this.parameters.length, value));
  }

  /**
   * Adds a select to the `with`, with its lines indented by two. A function that takes the name can make it recursive.
   */
  nameSelect(kind: string, sql: string | ((name: string) => string)): string {
    const name = this.aliases.select(kind);
    if (typeof sql !== "string") this.isRecursive = true;
    this.named.push({name, sql: typeof sql === "string" ? sql : sql(name)});
    return name;
  }

  /** The name of a generated column or derived table. */
  own(name: string): string {
    return this.aliases.own(name);
  }

  /** A moment moved forward or back by a number of units. */
  shift(
    moment: string,
    sign: "+" | "-",
    {count, unit}: {count: number | string; unit: Period},
    kind: "date" | "timestamp" = "date",
  ): string {
    if (this.dialect.shift === undefined) return `${moment} ${sign} ${this.dialect.interval(count, unit)}`;
    const signed = sign === "+" ? count : typeof count === "number" ? -count : `-${count}`;
    return this.dialect.shift(moment, signed, unit, kind);
  }

  /** The name of a result column in this dialect. */
  alias(name: string): string {
    const output = this.aliases.output(name);
    return this.quote(this.dialect.alias === undefined ? output : this.dialect.alias(output));
  }

  /**
   * Whether rows are looked up with `in` instead of a correlated subquery, in which the engine could resolve names
   * wrongly, or which it would run once per row.
   */
  get looksInward(): boolean {
    const {together, readsFields, repeatsSelects} = this.dialect;
    return together !== undefined || readsFields === true || repeatsSelects === true;
  }

  /** The prefix of a division, which keeps the engine from dropping digits. */
  exact(decimals: boolean): string {
    return decimals ? this.dialect.exactDecimals : this.dialect.exactPrefix;
  }

  quote(identifier: string): string {
    return this.counted(this.dialect.quote(identifier));
  }

  /** The text of a layer's fragment in this dialect. */
  fragment(text: string): string {
    return this.counted(this.dialect.fragment(text));
  }

  /**
   * Counts the characters of a part of the statement, and returns the part. Throws `invalid_request` if the statement
   * becomes too long.
   */
  counted(sql: string): string {
    this.#count(sql.length);
    return sql;
  }

  /** Counts the characters that `write` returns, less those that `write` itself has counted. */
  countedWhole(write: () => string): string {
    const before = this.#characters;
    const sql = write();
    this.#count(Math.max(0, sql.length - (this.#characters - before)));
    return sql;
  }

  #count(characters: number): void {
    this.#characters += characters;
    requireLength(this.#characters);
  }

  #countParameter(characters: number): void {
    this.#parameterCharacters += characters;
    if (this.#parameterCharacters <= MAX_PARAMETER_CHARACTERS) return;
    throw new CompileError(
      "invalid_request",
      `The statement would take more than ${inFull(MAX_PARAMETER_CHARACTERS)} characters of values: it repeats the filters' values, one of which has ${inFull(characters)} characters. Shorten the values, or leave out "subtotals".`,
    );
  }
}

/** Throws `invalid_request` for a statement that would have too many characters. */
export function requireLength(characters: number): void {
  if (characters <= MAX_CHARACTERS) return;
  throw new CompileError(
    "invalid_request",
    `The statement would have more than ${inFull(MAX_CHARACTERS)} characters: expressions of the layer repeat others many times, or the query repeats long ones. Ask for fewer fields, or shorten their expressions.`,
  );
}

function inFull(count: number): string {
  return count.toLocaleString("en");
}

/** A moment before the year 1 as the engine reads it. Throws `invalid_filter` where the engine has no such years. */
function spellYear(value: Value, {early}: Dialect): Value {
  if (value.kind !== "date" && value.kind !== "timestamp") return value;
  const text = String(value.value);
  const parts = beforeChrist(text);
  if (parts === undefined) return value;
  if (early === "iso") return value;
  if (early === "bc") return {...value, value: `${parts.year}${parts.rest} BC`};
  throw fieldError("invalid_filter", "/filters", {
    message: `The warehouse has no years before 1, and a filter asks for "${text}".`,
  });
}
