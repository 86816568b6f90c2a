import type {Actor} from "../../core/actor.ts";
import {prepared} from "../../core/database/prepared.ts";
import {sql} from "../../core/db.ts";
import {canSeeProject, type LayerDeps, layerOf, projectsOf} from "../../querying/layers/query-caches.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {Query} from "../../semantic/documents.ts";
import {Judge} from "./judge.ts";
import {columns, judged, type Row, readRow, type StoredRow, withVerifier} from "./rows.ts";
import {matchingFields} from "./terms.ts";

/** A verified question that is similar to the one that somebody asks. */
export interface Example {
  id: string;
  projectId: string;
  question: string;
  query: Query;
  note: string | null;
  verifiedBy: {id: string; name: string} | null;
  verifiedAt: string;
}

/** The most characters of an example's query as JSON: a longer one would take too much of a prompt. */
const MAX_QUERY_LENGTH = 4000;
const MAX_EXAMPLES = 3;
/** The maximum number of candidates that are found by rare words; spelling may find as many again. */
const CANDIDATES = 12;
/** How many questions are judged first, and how many if too few of the first could be shown. */
const JUDGED = [24, 192] as const;
/** The most questions with the same words as the asked one. All of them are judged if too few could be shown. */
const SAME_WORDS = 2000;
/**
 * The most questions that are fetched for each term, so that a word that all questions have costs no more than a rare
 * one. For a rarer word all of its questions are fetched. Only the best `CANDIDATES` of those fetched go on.
 */
const WITH_TERM = 50;
/**
 * The most questions with all words of the asked question that are ranked, over all projects; at least `CANDIDATES` of
 * each.
 */
const WITH_ALL = 200;
/**
 * The most questions that lack one word of the asked question and are ranked, over all projects; at least `CANDIDATES`
 * of each.
 */
const WITH_MOST = 500;
/** The most words for which questions that lack one of the words are searched: each word is left out once. */
const MAX_LEFT_OUT = 10;
/** The least similarity of an example: its share of the asked words plus its share of the trigrams, at most 2. */
const MIN_SIMILARITY = 0.35;

/**
 * The verified questions that are most like the asked one, best first, among the projects and models that the asker
 * sees. Broken questions are left out, and so are questions whose values reveal rows that the asker does not get. With
 * `deps.restrictLayer`, only questions that this part of the layer can answer. The asker runs the query of an example
 * with their own rights.
 */
export async function findExamples(
  deps: LayerDeps,
  actor: Actor,
  question: string,
  {most = MAX_EXAMPLES, leftOut}: {most?: number; leftOut?: string} = {},
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
    if (judge.isHidden(judged(row))) return false;
    const {fault, isOpen} = judge.judge(judged(row));
    return fault === undefined && isOpen && JSON.stringify(row.query).length <= MAX_QUERY_LENGTH;
  };
  return findMostSimilar(deps, actor, seen, {words: question, most}, async rows => {
    const examples: Example[] = [];
    for (const row of rows) {
      if (examples.length < most && (await isExample(row))) examples.push(exampleOf(row));
    }
    return examples;
  });
}

/**
 * Passes the questions of the projects that are most like the words to `selectVisible`, best first, and returns its
 * results. If `selectVisible` leaves some out and too few remain, it gets further questions, up to a bound, so that
 * hidden questions do not take the place of others.
 */
export async function findMostSimilar<T>(
  deps: LayerDeps,
  actor: Pick<Actor, "orgId">,
  projects: readonly QueryProject[],
  {words, most}: {words: string; most: number},
  selectVisible: (rows: readonly Row[]) => Promise<T[]>,
): Promise<T[]> {
  const enough = Math.min(most, 2 * CANDIDATES);
  const {ids, sameWords} = await mostSimilarIds(deps, actor, projects, words);
  const found: T[] = [];
  let judged = 0;
  for (const until of [...JUDGED, sameWords + JUDGED[1]]) {
    if (found.length >= enough || judged >= ids.length) break;
    found.push(...(await selectVisible(await rowsOf(deps, actor, ids.slice(judged, until)))));
    judged = until;
  }
  return found.slice(0, enough);
}

/**
 * The ids of the questions that are most like the words, best first, including questions that the asker cannot see. The
 * first `sameWords` questions have the same words. The search by spelling, which costs the most, runs only if neither
 * of the searches for all words, or for all but one, has found enough questions without reaching its limit.
 */
async function mostSimilarIds(
  deps: LayerDeps,
  {orgId}: Pick<Actor, "orgId">,
  projects: readonly QueryProject[],
  words: string,
): Promise<{ids: string[]; sameWords: number}> {
  const {ids, stems} = await projectsWithQuestions(deps, orgId, projects, words);
  if (ids.length === 0) return {ids, sameWords: 0};
  const terms: string[] = [];
  for (const project of projects) {
    if (!ids.includes(project.id)) continue;
    terms.push(...stems.map(stem => `${project.id} ${stem}`));
    for (const name of await matchingFields(await layerOf(deps, project), words))
      terms.push(`${project.id} =${name}`);
  }
  const quoted = terms.map(quotedTerm);
  const withAll = Math.max(CANDIDATES, Math.ceil(WITH_ALL / ids.length));
  const withMost = Math.max(CANDIDATES, Math.ceil(WITH_MOST / ids.length));
  const {rows} = await sql<{id: string; is_worded: boolean}>`${prepared}
    with same as materialized (
      select v.id from verified_questions v
      where v.org_id = ${orgId} and v.project_id = any (${ids}::text[]) and lower(v.question) = lower(${words}::text)
      union
      (select v.id from verified_questions v
        where v.org_id = ${orgId} and exact_wordings(v.project_id, v.question, v.phrasings)
          && array(select unnest(exact_wordings(id, ${words}::text, '{}')) from unnest(${ids}::text[]) as id)
        limit ${SAME_WORDS})
    ), with_all as materialized (
      select v.id, asked.number from unnest(${ids.map(id => allOf(id, stems))}::text[])
        with ordinality as asked (query, number)
      cross join lateral (
        select v.id from verified_questions v
        where v.org_id = ${orgId} and v.terms @@ asked.query::tsquery limit ${withAll}) as v
    ), is_enough as materialized (
      select (select count(*) from with_all) >= ${JUDGED[0]}
        and not exists (select from with_all group by number having count(*) >= ${withAll}) as by_all
    ), with_most as materialized (
      select v.id, asked.number from is_enough, unnest(${ids.map(id => allButOneOf(id, stems))}::text[])
        with ordinality as asked (query, number)
      cross join lateral (
        select v.id from verified_questions v
        where v.org_id = ${orgId} and v.terms @@ asked.query::tsquery limit ${withMost}) as v
      where not is_enough.by_all
    ), is_found as materialized (
      select (select count(*) from with_most) >= ${JUDGED[0]}
        and not exists (select from with_most group by number having count(*) >= ${withMost}) as by_most
    ), with_term as materialized (
      select distinct v.id from unnest(${quoted}::text[]) as asked (query) cross join lateral (
        select v.id from verified_questions v
        where v.org_id = ${orgId} and v.terms @@ asked.query::tsquery limit ${WITH_TERM}) as v
    ), candidates as (
      select id from same
      union select id from with_all
      union select id from with_most where (select by_most from is_found)
      union
      (select v.id from with_term join verified_questions v using (id)
        order by ts_rank(v.terms, ${quoted.join(" | ")}::tsquery) desc, v.id limit ${CANDIDATES})
      union
      (select v.id from unnest(${ids}::text[]) as of_project (id) cross join lateral (
        select v.id from verified_questions v where v.project_id = of_project.id
        order by wording_distance(v.wording, ${words}::text) limit ${CANDIDATES}) as v
        where not (select by_all from is_enough) and not (select by_most from is_found))
    ), likened as materialized (
      select v.id, lower(v.question) = lower(${words}::text) as is_same, v.id in (select id from same) as is_worded,
        (select max(1 - wording_distance(wording, ${words}::text)) from unnest(v.phrasings || v.question) as wording)
        + least(1, (length(v.terms) - length(ts_delete(v.terms, ${terms}::text[])))
            / ${Math.max(1, stems.length)}::real) as likeness
      from verified_questions v where v.org_id = ${orgId} and v.id in (select id from candidates)
    )
    select id, is_worded from likened where is_worded or likeness >= ${MIN_SIMILARITY}::real
    order by is_same desc, is_worded desc, likeness desc, id
    limit (select count(*) from same) + ${JUDGED[1]}`.execute(deps.db);
  return {ids: rows.map(({id}) => id), sameWords: rows.filter(one => one.is_worded).length};
}

async function rowsOf(
  {db}: LayerDeps,
  {orgId}: Pick<Actor, "orgId">,
  ids: readonly string[],
): Promise<Row[]> {
  const {rows} = await sql<StoredRow>`${prepared}
    select ${columns} from unnest(${ids}::text[]) with ordinality as found (id, place)
      join verified_questions v on v.org_id = ${orgId} and v.id = found.id ${withVerifier}
    order by found.place`.execute(db);
  return rows.map(readRow);
}

const termsOf = (projectId: string, stems: readonly string[]) =>
  stems.map(stem => quotedTerm(`${projectId} ${stem}`));

/** The condition of a full-text search for all of a project's terms. */
function allOf(projectId: string, stems: readonly string[]): string {
  return termsOf(projectId, stems).join(" & ");
}

/** The condition of a search for all terms but any one. Empty for a single term, and for more than `MAX_LEFT_OUT`. */
function allButOneOf(projectId: string, stems: readonly string[]): string {
  const terms = termsOf(projectId, stems);
  if (terms.length < 2 || terms.length > MAX_LEFT_OUT) return "";
  const without = terms.map((_, left) => `(${terms.filter((_, place) => place !== left).join(" & ")})`);
  return without.join(" | ");
}

/** A term as a full-text condition. */
function quotedTerm(term: string): string {
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/**
 * The ids of the projects with verified questions, so that the layers of others are not read, and the stems of the
 * words.
 */
async function projectsWithQuestions(
  {db}: LayerDeps,
  orgId: string,
  projects: readonly QueryProject[],
  words: string,
): Promise<{ids: string[]; stems: string[]}> {
  const ids = projects.map(({id}) => id);
  const {rows} = await sql<{ids: string[] | null; stems: string[] | null}>`${prepared}
    select array(
      select p.id from projects p
        -- The order makes Postgres look into an index. Without it, all questions are read for a project that has none.
        cross join lateral (
          select from verified_questions v where v.project_id = p.id order by lower(v.question) limit 1) as one
      where p.org_id = ${orgId} and p.id = any (${ids}::text[])) as ids,
      tsvector_to_array(to_tsvector('english', ${words}::text)) as stems`.execute(db);
  return {ids: rows[0]?.ids ?? [], stems: rows[0]?.stems ?? []};
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
