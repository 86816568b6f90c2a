import {Type} from "@sinclair/typebox";
import type {Actor} from "../actor.ts";
import {levelSql} from "../content/rights.ts";
import {type Db, sql} from "../db.ts";
import {mayReadRows} from "../deliveries/statements.ts";
import {ServiceError} from "../errors.ts";
import type {LayerDeps} from "../projects/layers.ts";
import {prepareQuery} from "../queries/prepare.ts";
import {rowReaderOf} from "../validate.ts";
import {namesOfGrounding} from "./grounding.ts";
import {EvidenceStatement} from "./run-schemas.ts";
import type {GroundingResource} from "./schemas.ts";

const read = rowReaderOf(Type.Object({statement: EvidenceStatement}), "the evidence of a run");

interface KeptRun {
  id: string;
  runAs: string;
  grounding: readonly GroundingResource[];
}

/**
 * Whether the caller may read what a run has kept of its rows. The principal that it ran as may, and readers who see all
 * of its grounding and all content that was named in it, such as the charts of a dashboard, and get the same statements
 * when they are prepared for them now. Being admin gives no exemption.
 */
export async function mayReadAgentRun(deps: LayerDeps, actor: Actor, run: KeptRun): Promise<boolean> {
  if (actor.id === run.runAs) return true;
  const names = await namesOfGrounding(deps, actor, run.grounding);
  if (names.includes(undefined)) return false;
  const hasParts = run.grounding.some(({resourceType}) => resourceType === "dashboard");
  if (hasParts && !(await seesAllNamed(deps.db, actor, run.id))) return false;
  const {rows} = await sql<{id: string; statement: unknown}>`
    select query_run_id as id, statement from agent_evidence
    where org_id = ${actor.orgId} and run_id = ${run.id}`.execute(deps.db);
  for (const row of rows) {
    if (!(await getsTheSame(deps, actor, read(row).statement))) return false;
  }
  return true;
}

/** Of a dashboard somebody may see a part; its tools told what the principal sees. What is deleted by now counts as hidden. */
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

async function getsTheSame(deps: LayerDeps, actor: Actor, statement: EvidenceStatement): Promise<boolean> {
  const {chartId, query, projectId, limit, fingerprint, at} = statement;
  if (chartId !== undefined) {
    const contentType = chartId.startsWith("ds_") ? "dataset" : "chart";
    const kept = {...statement, contentId: chartId, contentType} as const;
    return mayReadRows(deps, actor, {runAs: "", statements: [kept], files: []});
  }
  const asked = {...query, projectId, ...(limit === null ? {} : {limit})};
  try {
    return (await prepareQuery(deps, actor, asked, new Date(at))).fingerprint === fingerprint;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}
