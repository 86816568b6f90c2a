import type {EvidenceStatement} from "../../shared/automation/agents/run-schemas.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import {requireAttributes} from "../../shared/querying/queries/require-attributes.ts";
import {referenceFormat} from "../../shared/querying/queries/result-formats.ts";
import {readResultText} from "../../shared/querying/queries/results/result-text.ts";
import type {Runner} from "../../shared/surfaces/tools/tool.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** A query that a tool has run. */
export interface Seen {
  queryRunId: string;
  sql: string;
  statement: EvidenceStatement;
  /** The layer's display format of each column, in order. */
  formats: (string | undefined)[];
}

/** A query that a tool is about to run. */
export type UpcomingQuery = Omit<Seen, "formats">;

/**
 * A runner for queries that are prepared for `now`. For each query whose rows it returns, the runner calls `onRows`
 * with a new query run id, and calls `beforeQuery` before the query runs. The runner rejects a query whose rows depend
 * on an attribute that the principal does not have, because the model would take an empty table for the absence of
 * rows. The runner also rejects a statement of SQL that computes with the rows of queries, because its figures would
 * not come from a query.
 */
export function watched(
  runner: Runner,
  now: Date,
  onRows: (seen: Seen) => void,
  beforeQuery?: (query: UpcomingQuery) => Promise<void>,
): Runner {
  return {
    ...runner,
    async runRest() {
      throw new ServiceError(
        "invalid_request",
        "A statement that computes with rows of queries is not evidence: query the figures with run_query.",
      );
    },
    async run(queryContext, query, prepared, format) {
      const {compiled, project, datasetId, fingerprint} = prepared;
      requireAttributes(queryContext.actor, compiled);
      const queryRunId = newId("run");
      const statement = {
        query,
        projectId: project.id,
        datasetId: datasetId ?? null,
        limit: compiled.limit ?? null,
        fingerprint,
        at: now.toISOString(),
      };
      await beforeQuery?.({queryRunId, sql: compiled.sql, statement});
      const answer = await runner.run({...queryContext, runId: queryRunId}, query, prepared, format);
      const text = await readResultText(answer.body, {bytes: MAX_BYTES});
      const formats = compiled.fields.map(field => referenceFormat(field)?.style);
      onRows({queryRunId, sql: compiled.sql, statement, formats});
      return {...answer, body: Buffer.from(text)};
    },
  };
}
