import type {RanResource} from "../../shared/automation/deliveries/build-report.ts";
import type {Condition} from "../../shared/automation/schedules/schemas.ts";
import {meetsThreshold} from "../../shared/automation/schedules/threshold-operators.ts";
import {preparePinned} from "../../shared/content/run-as/pinned-query.ts";
import type {QueryContext, QueryRunner} from "../../shared/querying/queries/query-runner.ts";
import {requireAttributes} from "../../shared/querying/queries/require-attributes.ts";
import {readResult} from "../../shared/querying/queries/results/read-result.ts";
import {readResultText} from "../../shared/querying/queries/results/result-text.ts";

const MAX_BYTES = 16 * 1024 * 1024;
type Threshold = Extract<Condition, {type: "threshold"}>;

/** Why a threshold is not met; `undefined` where a row meets it. Rejects with the codes of a query. */
export async function missesThreshold(
  runner: QueryRunner,
  queryContext: QueryContext,
  {query, measure, op, value}: Threshold,
  now: Date,
): Promise<string | undefined> {
  const prepared = await preparePinned(runner, queryContext.actor, query, now);
  requireAttributes(queryContext.actor, prepared.compiled);
  const {body} = await runner.run(queryContext, query, prepared, "json");
  const {rows} = readResult(await readResultText(body, {bytes: MAX_BYTES}));
  const column = prepared.compiled.columns.findIndex(({name}) => name === measure);
  const meets = rows.some(row => {
    const given = row[column];
    return given !== null && given !== undefined && meetsThreshold(Number(given), op, value);
  });
  return meets ? undefined : `The condition was not met: no row has ${measure} ${op} ${value}.`;
}

/**
 * Why a condition on the rows is not met; `undefined` where it is met. A failure meets every condition, because
 * failures are always reported.
 */
export function missesRows(
  condition: Condition | null,
  ran: readonly RanResource[],
  {hash, lastHash}: {hash: string; lastHash: string | null},
): string | undefined {
  if (ran.some(({outcome}) => outcome.status === "failed")) return undefined;
  if (condition?.type === "has_rows" && !ran.some(hasRows))
    return "The condition was not met: there are no rows.";
  if (condition?.type === "changed" && hash === lastHash) {
    return "The condition was not met: the rows are the same as in the last delivery.";
  }
  return undefined;
}

function hasRows({parts}: RanResource): boolean {
  return parts.some(({drawing}) => (drawing?.rows.length ?? 0) > 0);
}

/**
 * A hash that is equal for equal rows of the same columns in any order, even if sums differ in their last digits, as
 * those of an engine that adds up in parallel do.
 */
export function hashOfRows(ran: readonly RanResource[]): string {
  const content = ran.map(({parts}) =>
    parts.map(({contentId, drawing}) => [
      contentId,
      drawing?.columns.map(({name}) => name),
      drawing?.rows.map(row => JSON.stringify(row.map(settled))).sort(),
    ]),
  );
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(content), "base64url");
}

function settled(value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(12) : value;
}
