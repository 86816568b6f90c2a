import type {FetchStmt} from "@pgsql/types";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {RowBatch, RowSource} from "./row-source.ts";
import {ScrollRows} from "./scroll-rows.ts";

/** The number with which the parser writes `all`. */
const ALL = 2_147_483_647;

/** The rows that a `fetch` or a `move` asks for. `ended` is called once these rows are read. */
export function fetchRows(source: RowSource, statement: FetchStmt, ended: () => void): RowSource {
  const {direction} = statement;
  // The type declares a bigint, but the parser returns a number.
  const howMany = Number(statement.howMany ?? 0);
  const batches =
    source instanceof ScrollRows ? scrolled(source, direction, howMany) : forward(source, direction, howMany);
  return {
    async next() {
      try {
        const {done, value} = await batches.next();
        if (!done) return value;
      } catch (error) {
        ended();
        throw error;
      }
      ended();
      return undefined;
    },
    close: ended,
  };
}

/** Without `scroll` each row is read once. */
async function* forward(
  source: RowSource,
  direction: FetchStmt["direction"],
  howMany: number,
): AsyncGenerator<RowBatch, undefined> {
  if (direction !== "FETCH_FORWARD" && direction !== "FETCH_RELATIVE") throw onlyForward();
  if (howMany < 1) throw onlyForward();
  if (direction === "FETCH_FORWARD") {
    yield* most(source, howMany);
    return;
  }
  for await (const _ of most(source, howMany - 1));
  yield* most(source, 1);
}

async function* most(source: RowSource, howMany: number): AsyncGenerator<RowBatch, undefined> {
  let left = howMany === ALL ? Number.POSITIVE_INFINITY : howMany;
  while (left > 0) {
    const batch = await source.next(left);
    if (!batch) return;
    left -= batch.rows;
    yield batch;
  }
}

async function* scrolled(
  source: ScrollRows,
  direction: FetchStmt["direction"],
  howMany: number,
): AsyncGenerator<RowBatch, undefined> {
  switch (direction) {
    case "FETCH_ABSOLUTE":
      yield* one(source, howMany < 0 ? (await source.count()) + 1 + howMany : howMany);
      return;
    case "FETCH_RELATIVE":
      yield* one(source, source.position + howMany);
      return;
    case "FETCH_BACKWARD":
      yield* steps(source, -howMany, howMany === ALL);
      return;
    default:
      yield* steps(source, howMany, howMany === ALL);
  }
}

async function* steps(source: ScrollRows, rows: number, isAll: boolean): AsyncGenerator<RowBatch, undefined> {
  if (rows === 0) {
    yield* one(source, source.position);
    return;
  }
  if (rows > 0) {
    let left = isAll ? Number.POSITIVE_INFINITY : rows;
    while (left > 0) {
      const batch = await source.next(left);
      if (!batch) return;
      left -= batch.rows;
      yield batch;
    }
    return;
  }
  for (let left = isAll ? Number.POSITIVE_INFINITY : -rows; left > 0; left--) {
    const batch = await source.at(source.position - 1);
    if (!batch) return;
    yield batch;
  }
}

async function* one(source: ScrollRows, number: number): AsyncGenerator<RowBatch, undefined> {
  const batch = await source.at(number);
  if (batch) yield batch;
}

function onlyForward(): SqlError {
  return new SqlError("55000", "cursor can only scan forward", {
    hint: "Declare it with SCROLL option to enable backward scan.",
  });
}
