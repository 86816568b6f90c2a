import {sql} from "../../core/db.ts";
import {searchFields} from "../../querying/layers/search-index.ts";
import type {CompiledQuery} from "../../semantic/index.ts";
import type {Layer} from "../../semantic/layers.ts";

/** The most fields of a layer that a question's words are matched to. */
const MAX_FIELDS = 5;

/** The question and its phrasings as one text. */
export function wordingOf({question, phrasings}: {question: string; phrasings: readonly string[]}): string {
  return [question, ...phrasings].join("\n");
}

/** The names of the fields that a query selects and filters by, each with its own model. */
export function fieldNamesOf({fields, conditions}: Pick<CompiledQuery, "fields" | "conditions">): string[] {
  const references = [...fields, ...conditions.map(({reference}) => reference)];
  return [...new Set(references.map(({field}) => `${field.model.name}.${field.name}`))];
}

/** The names of the fields that the words may mean, by their names, labels, synonyms and descriptions. */
export async function matchingFields(layer: Layer, words: string): Promise<string[]> {
  const found = await searchFields(layer, words);
  return [...new Set(found.slice(0, MAX_FIELDS).map(({field}) => `${field.model.name}.${field.name}`))];
}

/**
 * The terms by which a question is found: the stems of its wording, and its fields. They begin with the project, so that
 * a search in one project costs the same whatever other projects hold.
 */
export function termsSql(
  projectId: string,
  wording: unknown,
  fieldNames: readonly string[],
): ReturnType<typeof sql> {
  return sql`(
    select array_to_tsvector(coalesce(array_agg(distinct ${projectId}::text || ' ' || term), '{}'))
    from (
      select unnest(tsvector_to_array(to_tsvector('english', ${wording}::text))) as term
      union all select '=' || name from unnest(${[...fieldNames]}::text[]) as name
    ) as terms)`;
}
