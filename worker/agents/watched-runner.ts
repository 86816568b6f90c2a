import type {EvidenceStatement} from "../../shared/agents/run-schemas.ts";
import {ServiceError} from "../../shared/errors.ts";
import {newId} from "../../shared/ids.ts";
import {referenceFormat} from "../../shared/queries/calculated.ts";
import {textOf} from "../../shared/queries/results/result-text.ts";
import type {Runner} from "../../shared/queries/runner.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/** A query that a tool has run. */
export interface Seen {
  queryRunId: string;
  sql: string;
  statement: EvidenceStatement;
  /** How the layer shows each column, in order. */
  formats: (string | undefined)[];
}

/**
 * A runner, for queries prepared for that moment, that tells of every query whose rows it gives, under an id of its own. A query whose rows row access keeps
 * back for want of an attribute is refused: an empty table would be taken for no rows at all.
 */
export function watched(runner: Runner, now: Date, tell: (seen: Seen) => void): Runner {
  return {
    ...runner,
    async run(asking, query, prepared, format) {
      const {compiled, project, datasetId, fingerprint} = prepared;
      if (compiled.missingAttributes.length > 0) {
        throw new ServiceError(
          "missing_privilege",
          `Its rows are limited by attributes that ${asking.actor.name} does not have: ${compiled.missingAttributes.join(", ")}.`,
        );
      }
      const queryRunId = newId("run");
      const answer = await runner.run({...asking, runId: queryRunId}, query, prepared, format);
      const text = await textOf(answer.body, {bytes: MOST_BYTES});
      const statement = {
        query,
        projectId: project.id,
        datasetId: datasetId ?? null,
        limit: compiled.limit ?? null,
        fingerprint,
        at: now.toISOString(),
      };
      const formats = compiled.fields.map(field => referenceFormat(field)?.style);
      tell({queryRunId, sql: compiled.sql, statement, formats});
      return {...answer, body: Buffer.from(text)};
    },
  };
}
