import type {DialectName} from "./dialect.ts";

/**
 * HyperLogLog: the hash of a value chooses one of so many registers and has a rank, and the greatest rank of each register
 * is kept. The standard error of the estimate is 1.04 / √2048, or 2.3 %.
 */
const REGISTERS = 2048;
const REGISTER_BITS = 11;
/** A value has the rank r with a chance of one in 2^r. These are enough for a hundred billion distinct values. */
const RANKS = 32;
/** Set in every hash, so that each has a rank, and none a greater one. */
const LAST_RANK = 2 ** (RANKS - 1);

interface Sketching {
  /** What a value's hash depends on besides the value. Sketches of two versions cannot be put together. */
  version: string;
  /**
   * The sketch of a group's values as text: a list of whole numbers, `register * 32 + rank - 1`, in any order. A register
   * may have several, of which the greatest counts. Of no values, null or an empty list.
   */
  make(input: string): string;
}

/** The engine that is built in; its hashes may change with every version. */
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
    version: "postgres 1",
    make: input => {
      // What a hash index of the type uses, so that equal numbers and texts of a collation have the same.
      const hash = `hash_record_extended(row(${input}), 0)`;
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

/** What sketches of a dialect depend on besides the values; `undefined` where none are made. */
export function sketchVersion(dialect: DialectName): string | undefined {
  return SKETCHING[dialect]?.version;
}

/** The sketch of a group's values, for a select that groups them. */
export function writeSketch(dialect: DialectName, input: string): string {
  const sketching = SKETCHING[dialect];
  if (sketching === undefined) throw new Error(`no sketches are made in ${dialect}`);
  return sketching.make(input);
}

/** How many distinct values there are in the sketches of a group, for a select over files: see `createSketchCount`. */
export function writeSketchCount(column: string): string {
  return `count_sketched(${column})`;
}

/**
 * Stored sketches are lists of bit strings, one for each rank up to the greatest, with a bit for each register that has
 * this rank or a greater one. Put together by `or`, they are those of the greatest ranks. This is for DuckDB, a select
 * with the place and the sketch of some rows, of a select with the `place` and a `code` of each.
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
 * Creates what `writeSketchCount` calls: the improved raw estimate of O. Ertl, "New cardinality estimation algorithms for
 * HyperLogLog sketches" (2017), which takes few values as it does many, without a table of measured bias.
 */
export function createSketchCount(): string {
  const seen = (rank: number) => `coalesce(bit_count(bit_or(sketch[${rank}])), 0)`;
  // The registers of no value, as a share of all: x + Σ x^(2^k) · 2^(k-1).
  const empty = `(1 - ${seen(1)} / ${REGISTERS})`;
  const powers = Array.from({length: 16}, (_, i) => `power(${empty}, ${2 ** (i + 1)}) * ${2 ** i}`);
  // Each other register counts 2^-rank, which is summed here by how many have a rank or a greater one.
  const ranks = Array.from(
    {length: RANKS - 1},
    (_, i) => `${seen(i + 2)} * ${(2 ** -(i + 2)).toExponential()}`,
  );
  const sum = `${REGISTERS} * (${[empty, ...powers].join(" + ")}) + ${seen(1)} / 2 - (${ranks.join(" + ")})`;
  const estimate = `round(${REGISTERS ** 2 / (2 * Math.LN2)} / (${sum}))::bigint`;
  return `create macro main.count_sketched(sketch) as case when ${seen(1)} = 0 then 0 else ${estimate} end`;
}
