import {Type} from "@sinclair/typebox";
import type {Page} from "../../../ground/paging.ts";
import {type ContentKind, listResources} from "../../../tenancy/content-kinds/kind.ts";
import {cursor, idPage, ListOutput, listAnswer} from "../pages.ts";
import type {Row} from "../table.ts";
import {defineTool, READS, type Runner, type Tool, type ToolContext} from "../tool.ts";

interface Listed {
  name: string;
  title: string;
  description: string;
  columns: readonly string[];
  empty: string;
  rows: (context: ToolContext, page: Page) => Promise<readonly (Row & {id: string})[]>;
}

/** A tool that lists resources of one kind by id, newest first. */
export function listTool({name, title, description, columns, empty, rows: list}: Listed): Tool {
  return defineTool({
    name,
    title,
    description,
    scope: "read",
    input: Type.Object({cursor}, {additionalProperties: false}),
    output: ListOutput,
    annotations: READS,
    async call(context, args) {
      const rows = await list(context, idPage(args));
      return listAnswer({rows, columns, empty, placeAfter: index => rows[index]?.id ?? ""});
    },
  });
}

export function contentListTool<S, R, V extends {id: string}, L extends {id: string}>(
  kind: ContentKind<S, R, V, Runner, L>,
): Tool {
  const {type, listing} = kind;
  const {description, columns, row, empty = `There is no ${type} that you can see.`} = listing;
  return listTool({
    name: `list_${type}s`,
    title: `List ${type}s`,
    description,
    columns,
    empty,
    rows: async ({runner, actor}, page) =>
      (await listResources(runner, actor, kind, page)).map(one => ({...row(one), id: one.id})),
  });
}
