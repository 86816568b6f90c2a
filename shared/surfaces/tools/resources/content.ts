import {Type} from "@sinclair/typebox";
import type {DescribedKind} from "../../../content/descriptions/describe-kind.ts";
import type {Page} from "../../../core/paging.ts";
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

export function contentListTool({type, listing, listRows}: DescribedKind<Runner>): Tool {
  const {description, columns, empty = `There is no ${type} that you can see.`} = listing;
  return listTool({
    name: `list_${type}s`,
    title: `List ${type}s`,
    description,
    columns,
    empty,
    rows: ({runner, actor}, page) => listRows(runner, actor, page),
  });
}
