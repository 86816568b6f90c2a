import type {DialectName} from "./dialect.ts";

/**
 * The number of registers of a HyperLogLog sketch: the hash of a value chooses a register and has a rank, and each
 * register keeps its greatest rank. The standard error of the estimate is 1.04 / √2048, or 2.3 %.
 */
const REGISTERS = 2048;
const REGISTER_BITS = 11;
/**
 * The greatest rank. A value has the rank r with a chance of one in 2^r, so 32 ranks are enough for a hundred billion
 * distinct values.
 */
const RANKS = 32;
/** A bit that is set in every hash, so that every hash has a rank and none a rank above `RANKS`. */
const LAST_RANK = 2 ** (RANKS - 1);

interface Sketching {
  /**
   * The version of the hash: everything except the value that the hash depends on. Sketches of two versions cannot be
   * merged.
   */
  version: string;
  /**
   * The sketch of a group's values as text: a list of whole numbers, `register * 32 + rank - 1`, in any order. A
   * register may occur several times; its greatest rank counts. Without values, the sketch is null or an empty list.
   */
  make(input: string): string;
}

/** The version of the built-in engine, whose hashes may change with every version. */
const DUCKDB = "1.5.6";

/** The engines that hash equal values of any type alike, to 64 bits, and make a sketch in bounded memory. */
const SKETCHING: Partial<Record<DialectName, Sketching>> = {
  duckdb: {
    version: `duckdb ${DUCKDB}`,
    make: input => {
      const hash = `hash(${input})`;
      const rest = `((${hash} >> ${REGISTER_BITS}) | ${LAST_RANK})`;
      const code = `(${hash} & ${REGISTERS - 1}) * ${RANKS} + bit_count(xor(${rest}, ${rest} - 1)) - 1`;
      return `list(distinct case when ${input} is not null then (${code})::integer end)::varchar`;
    },
  },
  postgres: {
    version: "postgres 2",
    make: input => {
      // The hash that a hash index of the type uses: it is the same for equal numbers, and for texts that a collation
      // treats as equal. The hash of a `numeric` is the same for 1, -1 and all values that are not finite, so the first
      // character, where it is not a digit, tells these apart.
      const mark = `case when pg_typeof(${input}) = 'numeric'::regtype then translate(left(${input}::text, 1), '0123456789', '') end`;
      const hash = `hash_record_extended(row(${input}, ${mark}), 0)`;
      const rest = `(${hash} >> ${REGISTER_BITS} & ${2 ** 53 - 1} | ${LAST_RANK})`;
      const code = `(${hash} & ${REGISTERS - 1}) * ${RANKS} + bit_count((${rest} # (${rest} - 1))::bit(64)) - 1`;
      const codes = `array_agg(distinct case when ${input} is not null then ${code} end)`;
      const greatest = `select max(u.code) as code from unnest(${codes}) as u(code) group by u.code / ${RANKS}`;
      return `(select '[' || string_agg(k.code::text, ',') || ']' from (${greatest}) as k)`;
    },
  },
  clickhouse: {
    version: "clickhouse 1",
    make: input => {
      const hash = `assumeNotNull(cityHash64(${input}))`;
      const rest = `bitOr(bitShiftRight(${hash}, ${REGISTER_BITS}), ${LAST_RANK})`;
      const register = `toUInt32(bitAnd(${hash}, ${REGISTERS - 1}))`;
      const rank = `toUInt32(bitCount(bitXor(${rest}, ${rest} - 1)))`;
      const greatest = `maxMapIf([${register}], [${rank}], isNotNull(${input}))`;
      return `toString(arrayMap((i, r) -> i * ${RANKS} + r - 1, tupleElement(${greatest}, 1), tupleElement(${greatest}, 2)))`;
    },
  },
};

/** The version of a dialect's sketches; `undefined` for dialects that make none. */
export function sketchVersion(dialect: DialectName): string | undefined {
  return SKETCHING[dialect]?.version;
}

/** The sketch of a group's values, for a select that groups them. */
export function writeSketch(dialect: DialectName, input: string): string {
  const sketching = SKETCHING[dialect];
  if (sketching === undefined) throw new Error(`no sketches are made in ${dialect}`);
  return sketching.make(input);
}

/** The number of distinct values in the sketches of a group, for a select over files (see `createSketchCount`). */
export function writeSketchCount(column: string): string {
  return `count_sketched(${column})`;
}

/**
 * A DuckDB select with a `place` and the `sketch` of its values, from a select with a `place` and a `code` in each row.
 * A stored sketch is a list of bit strings, one for each rank up to the greatest, with a bit for each register that has
 * this rank or a greater one. Sketches merged by `or` have the greatest ranks.
 */
export function storedSketches(codes: string): string {
  const planes = Array.from({length: RANKS}, (_, k) => `bit_or(bits) filter (rank >= ${k})::blob`);
  const ranked =
    `select place, code % ${RANKS} as rank, bitstring_agg(code // ${RANKS}, 0, ${REGISTERS - 1}) as bits ` +
    `from (${codes}) where code is not null group by all`;
  return (
    `select place, list_filter([${planes.join(", ")}], lambda bits: bits is not null) as sketch ` +
    `from (${ranked}) group by place`
  );
}

/**
 * Creates the macro that `writeSketchCount` calls: the improved raw estimate of O. Ertl, "New cardinality estimation
 * algorithms for HyperLogLog sketches" (2017), which suits few values as well as many, without a table of measured
 * bias.
 */
export function createSketchCount(): string {
  const seen = (rank: number) => `coalesce(bit_count(bit_or(sketch[${rank}])), 0)`;
  // The share x of empty registers. The sum includes x + Σ x^(2^k) · 2^(k-1).
  const empty = `(1 - ${seen(1)} / ${REGISTERS})`;
  const powers = Array.from({length: 16}, (_, i) => `power(${empty}, ${2 ** (i + 1)}) * ${2 ** i}`);
  // Each other register adds 2^-rank. The sum is computed from the numbers of registers with each rank or a greater
  // one.
  const ranks = Array.from(
    {length: RANKS - 1},
    (_, i) => `${seen(i + 2)} * ${(2 ** -(i + 2)).toExponential()}`,
  );
  const sum = `${REGISTERS} * (${[empty, ...powers].join(" + ")}) + ${seen(1)} / 2 - (${ranks.join(" + ")})`;
  const estimate = `round(${REGISTERS ** 2 / (2 * Math.LN2)} / (${sum}))::bigint`;
  return `create macro main.count_sketched(sketch) as case when ${seen(1)} = 0 then 0 else ${estimate} end`;
}
