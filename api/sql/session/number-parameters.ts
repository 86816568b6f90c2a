import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {Parameter} from "./parameter.ts";

/**
 * Units from the largest to the smallest, each with its size in the smallest unit. Postgres writes a value in the
 * largest unit that divides the value.
 */
const MEMORY: [string, number][] = [
  ["TB", 1024 ** 4],
  ["GB", 1024 ** 3],
  ["MB", 1024 ** 2],
  ["kB", 1024],
  ["B", 1],
];
const TIME: [string, number][] = [
  ["d", 86_400_000_000],
  ["h", 3_600_000_000],
  ["min", 60_000_000],
  ["s", 1_000_000],
  ["ms", 1000],
  ["us", 1],
];

/** A number with or without a unit, as `show` writes it. Throws 22023. */
export function numberOf(parameter: Parameter, raw: string): string {
  const value = readNumber(parameter, raw);
  const {name, unit, min = "", max = ""} = parameter;
  if (value < Number(min) || value > Number(max)) {
    const suffix = unit ? ` ${unit}` : "";
    throw new SqlError(
      "22023",
      `${value}${suffix} is outside the valid range for parameter "${name}" (${min}${suffix} .. ${max}${suffix})`,
    );
  }
  return withUnit(parameter, value);
}

/** The value in the parameter's own unit. */
export function readNumber({name, type, unit}: Parameter, raw: string): number {
  const match =
    /^\s*([-+]?(?:0[xX][\da-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?))\s*([a-zA-Z]*)\s*$/.exec(
      raw,
    );
  const invalid = (hint?: string) =>
    new SqlError(
      "22023",
      `invalid value for parameter "${name}": "${raw}"`,
      hint === undefined ? {} : {hint},
    );
  if (!match) throw invalid();
  const number = Number(match[1]);
  const given = match[2];
  let value = number;
  if (given) {
    const [ownSize, units] = sizeOf(unit);
    const size = units.find(([word]) => word === given)?.[1];
    if (size === undefined) throw invalid(unit === undefined ? undefined : hintFor(units));
    value = (number * size) / ownSize;
  }
  return type === "integer" ? Math.round(value) : value;
}

/** The value with a unit. -1 and 0 have no unit, because they switch something off and are not amounts. */
function withUnit({unit, type}: Parameter, value: number): string {
  if (unit === undefined || value <= 0 || type === "real")
    return String(value) + (type === "real" && value > 0 ? (unit ?? "") : "");
  const [ownSize, units] = sizeOf(unit);
  const smallest = value * ownSize;
  for (const [word, size] of units) if (smallest % size === 0) return `${smallest / size}${word}`;
  return String(value);
}

function sizeOf(unit: string | undefined): [number, [string, number][]] {
  if (unit === undefined) return [1, []];
  const memory = unit === "8kB" ? 8192 : MEMORY.find(([word]) => word === unit)?.[1];
  if (memory !== undefined) return [memory, MEMORY];
  return [TIME.find(([word]) => word === unit)?.[1] ?? 1, TIME];
}

function hintFor(units: [string, number][]): string {
  const words = units.map(([word]) => `"${word}"`).reverse();
  return `Valid units for this parameter are ${words.slice(0, -1).join(", ")}, and ${words.at(-1)}.`;
}
