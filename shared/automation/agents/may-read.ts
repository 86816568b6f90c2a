import {Type} from "@sinclair/typebox";
import {mayReadStoredRows, type StoredQuery} from "../../content/run-as/stored-rows.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {rowReaderOf} from "../../core/validate.ts";
import type {LayerDeps} from "../../querying/layers/query-caches.ts";
import {levelSql} from "../../tenancy/content-rights/rights.ts";
import {namesOfGrounding} from "./grounding-names.ts";
import {EvidenceStatement} from "./run-schemas.ts";
import type {GroundingResource} from "./schemas.ts";

const read = rowReaderOf(Type.Object({statement: EvidenceStatement}), "the evidence of a run");

interface EvidenceRun {
  id: string;
  runAs: string;
  grounding: readonly GroundingResource[];
}

/**
 * Whether the caller may read the rows that a run has stored. The rule is that of
 * `shared/content/run-as/stored-rows.ts`. In addition, the caller must see the run's whole grounding and all content
 * that was named in the run, such as the charts of a dashboard. The run's own principal has already seen these names.
 */
export async function mayReadAgentRun(deps: LayerDeps, actor: Actor, run: EvidenceRun): Promise<boolean> {
  if (actor.id !== run.runAs && !(await seesGrounding(deps, actor, run))) return false;
  const {rows} = await sql<{id: string; statement: unknown}>`
    select query_run_id as id, statement from agent_evidence
    where org_id = ${actor.orgId} and run_id = ${run.id} and json_typeof(columns) = 'array'`.execute(deps.db);
  return mayReadStoredRows(
    deps,
    actor,
    rows.map(row => queryBehind(read(row).statement)),
  );
}

async function seesGrounding(deps: LayerDeps, actor: Actor, {id, grounding}: EvidenceRun): Promise<boolean> {
  const names = await namesOfGrounding(deps, actor, grounding);
  if (names.includes(undefined)) return false;
  const hasParts = grounding.some(({resourceType}) => resourceType === "dashboard");
  return !hasParts || (await seesAllNamed(deps.db, actor, id));
}

/**
 * Whether the caller can see all content that the run named. A caller may see only a part of a dashboard, while the
 * run's tools named everything that its principal can see. Deleted content counts as hidden.
 */
async function seesAllNamed(db: Db, actor: Actor, runId: string): Promise<boolean> {
  const {rows} = await sql<{is_seen: boolean}>`
    select coalesce(${levelSql(actor)}, 0) > 0 as is_seen
    from (
      select distinct m[1] as id
      from agent_rounds r,
        regexp_matches(r.messages::text, '((?:chart|dash|ds|sheet)_[0-7][0-9a-hjkmnp-tv-z]{25})', 'g') as m
      where r.org_id = ${actor.orgId} and r.run_id = ${runId}
    ) named left join content c on c.org_id = ${actor.orgId} and c.id = named.id`.execute(db);
  return rows.every(({is_seen: isSeen}) => isSeen);
}

function queryBehind({chartId, ...statement}: EvidenceStatement): StoredQuery {
  if (chartId === undefined) return statement;
  return {...statement, content: {type: chartId.startsWith("ds_") ? "dataset" : "chart", id: chartId}};
}
