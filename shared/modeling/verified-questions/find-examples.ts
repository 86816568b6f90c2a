import type {Actor} from "../../ground/actor.ts";
import {prepared} from "../../ground/database/prepared.ts";
import {sql} from "../../ground/db.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "../../querying/layers/layers.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {Query} from "../../semantic/documents.ts";
import {Judge} from "./judge.ts";
import {columns, judged, type Row, readRow, type StoredRow, withVerifier} from "./rows.ts";
import {meantFields} from "./terms.ts";

/** A verified question that is like a question which is asked now. */
export interface Example {
  id: string;
  projectId: string;
  question: string;
  query: Query;
  note: string | null;
  verifiedBy: {id: string; name: string} | null;
  verifiedAt: string;
}

/** The characters of an example's query as JSON: a longer one would take too much of a prompt. */
const LONGEST_QUERY = 4000;
const MOST_EXAMPLES = 3;
/** The candidates by words, and as many by spelling. */
const CANDIDATES = 12;
/** How many times as many are looked at, where too few of those before could be shown. */
const WIDTHS = [1, 8];
/**
 * Questions that are looked at for each term, so that a word that all have costs no more than a rare one. Those with a
 * rare word are all among the candidates.
 */
const WITH_TERM = 50;
/** Questions with all of the asked words that are looked at, of all projects together; of each at least the candidates. */
const WITH_ALL = 200;
/** The least likeness of an example: the share of the asked words that it has, and of the trigrams. Of 2 at most. */
const LEAST_LIKENESS = 0.35;

/**
 * The verified questions that are most like the asked one, best first, among the projects and models that the asker
 * sees. Broken ones, and ones whose values tell of rows that the asker does not get, are none. With `deps.cutLayer` only
 * what that part of the layer can answer. The asker runs the query of an example with their own rights.
 */
export async function findExamples(
  deps: LayerDeps,
  actor: Actor,
  question: string,
  {most = MOST_EXAMPLES, leftOut}: {most?: number; leftOut?: string} = {},
): Promise<Example[]> {
  const seen = [...(await projectsOf(deps, actor.orgId)).values()].filter(project =>
    canSeeProject(actor, project),
  );
  const judges = new Map<string, Judge>();
  const isExample = async (row: Row) => {
    const project = seen.find(({id}) => id === row.project_id);
    if (!project || row.id === leftOut) return false;
    const judge = judges.get(project.id) ?? (await Judge.of(deps, project, actor));
    judges.set(project.id, judge);
    const {fault, isOpen} = judge.judge(judged(row));
    return fault === undefined && isOpen && JSON.stringify(row.query).length <= LONGEST_QUERY;
  };
  return likestOf(deps, actor, seen, {words: question, most}, async rows => {
    const examples: Example[] = [];
    for (const row of rows) {
      if (examples.length < most && (await isExample(row))) examples.push(exampleOf(row));
    }
    return examples;
  });
}

/**
 * What `shown` makes of the questions of the projects that are most like the words, best first. As long as it leaves
 * some out, and too few remain, more are looked at, up to a bound: hidden ones take no place of those that are shown.
 */
export async function likestOf<T>(
  deps: LayerDeps,
  actor: Pick<Actor, "orgId">,
  projects: readonly QueryProject[],
  {words, most}: {words: string; most: number},
  shown: (rows: readonly Row[]) => Promise<T[]>,
): Promise<T[]> {
  const enough = Math.min(most, 2 * CANDIDATES);
  let found: T[] = [];
  let known = -1;
  for (const width of WIDTHS) {
    const rows = await likest(deps, actor, projects, {words, most, width});
    if (rows.length === known) break;
    known = rows.length;
    found = await shown(rows);
    if (found.length >= enough || found.length === rows.length) break;
  }
  return found.slice(0, enough);
}

/**
 * The rows that are most like the words, best first, whatever the asker may see of them. The search by spelling, which
 * costs the most, is made only where too few questions have all of the words, or more than are looked at.
 */
async function likest(
  deps: LayerDeps,
  {orgId}: Pick<Actor, "orgId">,
  projects: readonly QueryProject[],
  {words, most, width}: {words: string; most: number; width: number},
): Promise<Row[]> {
  const ids = await projectsWithQuestions(deps, orgId, projects);
  if (ids.length === 0) return [];
  const withAll = width * Math.max(CANDIDATES, Math.ceil(WITH_ALL / ids.length));
  const meant: string[] = [];
  for (const project of projects) {
    if (!ids.includes(project.id)) continue;
    for (const name of await meantFields(await layerOf(deps, project), words))
      meant.push(`${project.id} =${name}`);
  }
  const {rows} = await sql<StoredRow>`${prepared}
    with stems as (
      select unnest(tsvector_to_array(to_tsvector('english', ${words}::text))) as stem
    ), asked as materialized (
      select project_id, term from stems cross join lateral (
        select project_id, project_id || ' ' || stem as term from unnest(${ids}::text[]) as project_id) as own
      union all select null, unnest(${meant}::text[])
    ), quoted as materialized (
      select project_id, ('''' || replace(replace(term, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query from asked
    ), with_term as materialized (
      select distinct v.id from quoted cross join lateral (
        select v.id from verified_questions v
        where v.org_id = ${orgId} and v.terms @@ quoted.query limit ${width * WITH_TERM}) as v
    ), with_all as materialized (
      select v.id, of_project.project_id from (
        select project_id, string_agg(query::text, ' & ')::tsquery as query from quoted
        where project_id is not null group by project_id) as of_project
      cross join lateral (
        select v.id from verified_questions v
        where v.org_id = ${orgId} and v.terms @@ of_project.query limit ${withAll}) as v
    ), candidates as (
      select id from with_all
      union
      (select v.id from with_term join verified_questions v using (id)
        order by ts_rank(v.terms, (select string_agg(query::text, ' | ')::tsquery from quoted)) desc, v.id
        limit ${width * CANDIDATES})
      union
      (select v.id from unnest(${ids}::text[]) as of_project (id) cross join lateral (
        select v.id from verified_questions v where v.project_id = of_project.id
        order by wording_distance(v.wording, ${words}::text) limit ${width * CANDIDATES}) as v
        where (select count(*) from with_all) < ${width * Math.min(most, CANDIDATES)}
          or exists (select from with_all group by project_id having count(*) >= ${withAll}))
    ), judged as (
      select v.id,
        (select max(1 - wording_distance(wording, ${words}::text)) from unnest(v.phrasings || v.question) as wording)
        + least(1, (select count(*) from unnest(tsvector_to_array(v.terms)) as term where term in (select term from asked))
            / greatest(1, (select count(*) from stems))::real) as likeness
      from verified_questions v where v.org_id = ${orgId} and v.id in (select id from candidates)
    )
    select ${columns} from judged j join verified_questions v on v.id = j.id ${withVerifier}
    where j.likeness >= ${LEAST_LIKENESS}::real
    order by j.likeness desc, v.id limit ${2 * width * CANDIDATES}`.execute(deps.db);
  return rows.map(readRow);
}

/** The ids of the projects that have any, so that the layers of others are not looked at. */
async function projectsWithQuestions(
  {db}: LayerDeps,
  orgId: string,
  projects: readonly QueryProject[],
): Promise<string[]> {
  const ids = projects.map(({id}) => id);
  const {rows} = await sql<{id: string}>`${prepared}
    select p.id from projects p
      cross join lateral (select from verified_questions v where v.project_id = p.id limit 1) as one
    where p.org_id = ${orgId} and p.id = any (${ids}::text[])`.execute(db);
  return rows.map(({id}) => id);
}

function exampleOf(row: Row): Example {
  const {verifier_id: id, verifier_name: name} = row;
  return {
    id: row.id,
    projectId: row.project_id,
    question: row.question,
    query: row.query,
    note: row.note,
    verifiedBy: id === null || name === null ? null : {id, name},
    verifiedAt: row.verified_at.toISOString(),
  };
}
