import {parseArgs} from "node:util";
import {nearest} from "../../shared/semantic/nearest-names.ts";
import {UsageError} from "./errors.ts";

interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  short?: string;
  /** The placeholder of its value in the help. */
  value?: string;
  help: string;
}
export type Options = Readonly<Record<string, Option>>;

type Value = string | boolean | (string | boolean)[] | undefined;

/** The options of a command line, by name. */
export class Flags {
  constructor(private readonly values: Readonly<Record<string, Value>>) {}

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === "string" ? value : undefined;
  }

  /** Every value of an option that can be given several times. */
  texts(name: string): string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter(one => typeof one === "string") : [];
  }

  /** The option's values, each split at commas. */
  list(name: string): string[] {
    return this.texts(name)
      .flatMap(value => value.split(","))
      .map(part => part.trim())
      .filter(part => part !== "");
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== false;
  }
}

/** Parses a command line. Throws a `UsageError` for an unknown option or a missing value. */
export function readFlags(args: readonly string[], options: Options): {flags: Flags; words: string[]} {
  try {
    const {values, positionals} = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(options).map(([name, {type, multiple = false, short}]) => [
          name,
          {type, multiple, ...(short === undefined ? {} : {short})},
        ]),
      ),
      allowPositionals: true,
    });
    return {flags: new Flags(values), words: positionals};
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const unknown = args.map(arg => /^--([^=]+)/.exec(arg)?.[1]).find(name => name && !(name in options));
    if (unknown === undefined) throw new UsageError(error.message);
    const hint = nearest(unknown, Object.keys(options))[0];
    throw new UsageError(`There is no option --${unknown} here.${hint ? ` Did you mean --${hint}?` : ""}`);
  }
}
