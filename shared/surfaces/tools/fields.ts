import {Type} from "@sinclair/typebox";
import {queryProperties} from "../../content/descriptions/query-arguments.ts";
import {notFound} from "../../core/access.ts";
import {ServiceError} from "../../core/errors.ts";
import {shorten} from "../../core/one-line.ts";
import {layerOf} from "../../querying/layers/query-caches.ts";
import {type Found, searchFields} from "../../querying/layers/search-index.ts";
import {projectId, visibleProjects} from "../../querying/layers/visible-projects.ts";
import type {Query} from "../../semantic/documents.ts";
import {cursor, ListOutput, listAnswer, offsetOf, PAGE_ROWS} from "./pages.ts";
import {askRows, readRows} from "./rows.ts";
import {defineTool, READS, type Tool} from "./tool.ts";

const searchFieldsTool = defineTool({
  name: "search_fields",
  title: "Search fields",
  description: "Finds fields by words in names, labels, synonyms, descriptions, hints.",
  scope: "read",
  input: Type.Object(
    {
      words: Type.String({minLength: 1, maxLength: 300}),
      kind: Type.Optional(Type.Union([Type.Literal("dimension"), Type.Literal("measure")])),
      projectId: Type.Optional(Type.String({maxLength: 64, description: "Default: all projects"})),
      cursor,
    },
    {additionalProperties: false},
  ),
  output: ListOutput,
  annotations: READS,
  async call(context, {words, kind, projectId: requestedProject, ...args}) {
    const start = offsetOf(args);
    const seen = await visibleProjects(context.runner, context.actor);
    const projects =
      requestedProject === undefined ? seen : seen.filter(project => project.id === requestedProject);
    if (requestedProject !== undefined && projects.length === 0) throw notFound("project", requestedProject);
    const found: (Found & {projectId: string})[] = [];
    for (const project of projects) {
      const inProject = await searchFields(await layerOf(context.runner, project), words);
      const fitting = kind === undefined ? inProject : inProject.filter(({field}) => field.kind === kind);
      for (const one of fitting) found.push({...one, projectId: project.id});
    }
    const rows = found
      .sort((a, b) => b.rank - a.rank)
      .slice(start, start + PAGE_ROWS + 1)
      .map(({field, name, base, projectId}) => ({
        field: name,
        kind: field.kind,
        type: field.type,
        model: base.name,
        projectId,
        label: field.source.label,
        synonyms: field.source.synonyms && shorten(field.source.synonyms.join(", "), 200),
        description: field.source.description && shorten(field.source.description, 200),
        hint: field.source.hint && shorten(field.source.hint, 200),
      }));
    // The name of a joined field does not show which model a query with the field is over.
    const model = rows.some(row => !row.field.startsWith(`${row.model}.`)) ? ["model"] : [];
    const called = rows.some(row => row.synonyms !== undefined) ? ["synonyms"] : [];
    return listAnswer({
      rows,
      columns: ["field", ...model, "kind", "type", "projectId", "label", ...called, "description", "hint"],
      placeAfter: index => start + index + 1,
      empty: `No field fits "${shorten(words, 100)}". Try fewer or other words; list_models names the models.`,
    });
  },
});

const listFieldValuesTool = defineTool({
  name: "list_field_values",
  title: "List values of a field",
  description: "Distinct values of a dimension that you may see, for filters. search ignores case.",
  scope: "read",
  input: Type.Object(
    {
      model: queryProperties.model,
      field: Type.String({maxLength: 600, description: "orders.status"}),
      search: Type.Optional(Type.String({minLength: 1, maxLength: 300})),
      match: Type.Optional(
        Type.Union([Type.Literal("contains"), Type.Literal("starts_with")], {
          description: "Default contains",
        }),
      ),
      projectId,
      cursor,
    },
    {additionalProperties: false},
  ),
  output: ListOutput,
  annotations: READS,
  async call(context, {model, field, search, match = "contains", projectId: requestedProject, ...args}) {
    const offset = offsetOf(args);
    const query: Query = {
      model,
      dimensions: [field],
      ...(requestedProject === undefined ? {} : {projectId: requestedProject}),
      ...(search === undefined ? {} : {filters: [{field, op: match, value: search}]}),
    };
    const body = await askRows(context, query, {offset, limit: PAGE_ROWS}).catch(inArguments);
    const {rows, truncated} = await readRows(body, offset);
    const items = rows.map(([value]) => ({value: typeof value === "string" ? shorten(value) : value}));
    // One row more than the page means that there are more.
    return listAnswer({
      rows: truncated ? [...items, {value: null}] : items,
      columns: ["value"],
      placeAfter: index => offset + index + 1,
      empty: "There is no such value that you can see.",
    });
  },
});

export const fieldTools: readonly Tool[] = [searchFieldsTool, listFieldValuesTool];

/** Rethrows a query's error with the paths of the arguments that the query was made from. */
function inArguments(error: unknown): never {
  if (!(error instanceof ServiceError) || !error.details.errors) throw error;
  const errors = error.details.errors.map(detail => ({...detail, path: argumentOf(detail.path)}));
  throw new ServiceError(error.code, error.message, {...error.details, errors});
}

function argumentOf(path: string): string {
  if (path.startsWith("/dimensions") || path === "/filters/0/field") return "/field";
  return path.startsWith("/filters") ? "/search" : path;
}
