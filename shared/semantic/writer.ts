import type {Parameter} from "./compile.ts";
import type {Dialect} from "./dialects/dialect.ts";
import type {Period} from "./grains.ts";
import type {Layer} from "./layer.ts";
import type {Calendar} from "./moments.ts";
import type {Value} from "./tests.ts";

/** What every part of a statement is written with: the dialect, the caller's rights, the parameters so far. */
export class Writer {
  readonly parameters: Parameter[] = [];
  /** Selects that the statement names before it begins, in order. */
  readonly named: {name: string; sql: string}[] = [];
  /** The one among them that holds the groups whose rows alone count. */
  picked: string | undefined;
  /** Whether one of them goes on from its own rows. */
  isRecursive = false;

  constructor(
    readonly layer: Layer,
    readonly dialect: Dialect,
    readonly calendar: Calendar,
    readonly attributes: Readonly<Record<string, readonly string[]>>,
    /** Whether values are written into the statement instead of bound. */
    readonly literals: boolean,
  ) {}

  bind(value: Value): string {
    if (this.literals) return this.dialect.literal(value);
    this.parameters.push(value.value);
    return this.dialect.placeholder(this.parameters.length, value);
  }

  /** Puts a select before the statement; its lines are indented by two. One that takes its name may go on from its own rows. */
  nameSelect(kind: string, sql: string | ((name: string) => string)): string {
    const name = `${kind}_${this.named.filter(other => other.name.startsWith(`${kind}_`)).length + 1}`;
    if (typeof sql !== "string") this.isRecursive = true;
    this.named.push({name, sql: typeof sql === "string" ? sql : sql(name)});
    return name;
  }

  /** A moment moved by some units, to one side or the other. */
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

  /** The name of a column of the result, as this dialect may have it. */
  alias(name: string): string {
    return this.quote(this.dialect.alias === undefined ? name : this.dialect.alias(name));
  }

  /** What stands before a division so that it loses nothing. */
  exact(decimals: boolean): string {
    return decimals ? this.dialect.exactDecimals : this.dialect.exactPrefix;
  }

  quote(identifier: string): string {
    return this.dialect.quote(identifier);
  }
}
