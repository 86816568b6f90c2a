import {Type} from "@sinclair/typebox";
import {describeFound} from "../../content/datasets/describe.ts";
import {shorten} from "../../core/one-line.ts";
import {projectsOf} from "../../querying/layers/query-caches.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import {projectId, projectOf} from "../../querying/layers/visible-projects.ts";
import {findModel} from "../../querying/queries/find-model.ts";
import {type DescribedModel, listModels, visibleModels} from "../../semantic/layers.ts";
import {countFitting} from "./answer-size.ts";
import {cursor, ListOutput, listAnswer, nameBefore, offsetOf, PAGE_ROWS} from "./pages.ts";
import {type Row, tsv} from "./table.ts";
import {defineTool, READS, type Tool} from "./tool.ts";

const listModelsTool = defineTool({
  name: "list_models",
  title: "List models",
  description:
    "Models of a project, with their numbers of fields; describe_model lists the fields. Big projects: search_fields.",
  scope: "read",
  input: Type.Object({projectId, cursor}, {additionalProperties: false}),
  output: ListOutput,
  annotations: READS,
  async call(context, args) {
    const {layer} = await projectOf(context.runner, context.actor, args.projectId);
    const after = nameBefore(args);
    const models = visibleModels(layer);
    const start = after === undefined ? 0 : models.findIndex(model => model.name > after);
    const page = start < 0 ? [] : models.slice(start, start + PAGE_ROWS + 1);
    const rows = [...listModels(layer, page)].map(({name, dimensions, measures}, index) => {
      const {label, description} = page[index]?.source ?? {};
      return {
        model: name,
        label,
        description: description === undefined ? undefined : shorten(description, 200),
        dimensions: dimensions.length,
        measures: measures.length,
      };
    });
    return listAnswer({
      rows,
      columns: ["model", "label", "description", "dimensions", "measures"],
      placeAfter: index => rows[index]?.model ?? "",
      empty: "The project has no models yet.",
    });
  },
});

const describeModelTool = defineTool({
  name: "describe_model",
  title: "Describe a model",
  description:
    "Fields that a query over a model, or a dataset by its slug, can use: dimensions (times with grains) and measures, also of joined models, and joins.",
  scope: "read",
  input: Type.Object(
    {model: Type.String({maxLength: 256}), projectId, cursor},
    {additionalProperties: false},
  ),
  output: Type.Object({
    model: Type.String(),
    projectId: Type.String(),
    fields: Type.Array(Type.Object({})),
    joins: Type.Array(Type.Object({})),
    nextCursor: Type.Optional(Type.String()),
  }),
  annotations: READS,
  async call({runner, actor}, {model, projectId: requestedProject, ...args}) {
    const projects = await projectsOf(runner, actor.orgId);
    const named = requestedProject === undefined ? {model} : {model, projectId: requestedProject};
    const found = await findModel(runner, actor, named, projects);
    const {project} = found;
    const described = describeFound(found, model);
    const start = offsetOf(args);
    const rows = fieldRows(described).slice(start);
    const called = rows.some(row => row.synonyms !== undefined) ? ["synonyms"] : [];
    const columns = ["field", "kind", "type", "label", ...called, "description", "hint", "grains"];
    const count = countFitting(rows, index => tsv([rows[index] ?? {}], columns));
    const fields = rows.slice(0, count);
    const nextCursor =
      count < rows.length ? Buffer.from(String(start + count)).toString("base64url") : undefined;
    const head = start > 0 ? [] : headOf(described, project);
    const text = [
      ...head,
      tsv(fields, columns),
      ...(nextCursor === undefined ? [] : [`nextCursor: ${nextCursor}`]),
    ].join("\n");
    const {joins} = described;
    const structured = {model: described.name, projectId: project.id, fields, joins};
    return {text, structured: nextCursor === undefined ? structured : {...structured, nextCursor}};
  },
});

export const modelTools: readonly Tool[] = [listModelsTool, describeModelTool];

function headOf(
  {name, label, description, hint, synonyms = [], joins, manySide}: DescribedModel,
  project: QueryProject,
): string[] {
  const many = manySide.map(side => `${side.role} (${side.model})`);
  return [
    `model ${name}${label === undefined ? "" : ` "${label}"`}, project ${project.id}, timezone ${project.timezone}`,
    ...(description === undefined ? [] : [shorten(description, 1000)]),
    ...(hint === undefined ? [] : [`Hint: ${shorten(hint, 1000)}`]),
    ...(synonyms.length === 0 ? [] : [`Also called: ${shorten(synonyms.join(", "), 1000)}`]),
    ...(joins.length === 0
      ? []
      : [
          `Joins: ${joins
            .slice(0, 50)
            .map(join => `${join.role} → ${join.model} (${join.relationship})`)
            .join(", ")}`,
        ]),
    ...(many.length === 0 ? [] : [`Their measures can be queried here too: ${many.slice(0, 50).join(", ")}`]),
    "",
  ];
}

function fieldRows({dimensions, measures, manySide}: DescribedModel): Row[] {
  const cut = (text: string | undefined) => (text === undefined ? undefined : shorten(text, 300));
  const common = (field: DescribedModel["dimensions"][number] | DescribedModel["measures"][number]) => ({
    field: field.name,
    type: field.items === undefined ? field.type : `${field.type}, array of ${field.items}s`,
    label: field.label,
    description: cut(field.description),
    hint: cut(field.hint),
    synonyms: cut(field.synonyms?.join(", ")),
  });
  return [
    ...dimensions.map(field => ({...common(field), kind: "dimension", grains: field.grains?.join(" ")})),
    ...measures.map(field => ({...common(field), kind: "measure", aggregation: field.aggregation})),
    ...manySide.flatMap(side => [
      ...side.dimensions.map(name => ({field: name, kind: "many-side dimension"})),
      ...side.measures.map(name => ({field: name, kind: "many-side measure"})),
    ]),
  ];
}
