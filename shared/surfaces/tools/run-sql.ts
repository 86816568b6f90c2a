import {Type} from "@sinclair/typebox";
import {projectId} from "../../querying/layers/visible-projects.ts";
import {answerSql} from "../sql/answer-sql.ts";
import {readRows} from "./rows.ts";
import {answerOf} from "./run-query.ts";
import {defineTool, READS} from "./tool.ts";

export const runSqlTool = defineTool({
  name: "run_sql",
  title: "Run SQL",
  description:
    'Runs one SELECT of Postgres, for what run_query cannot express. Tables: models, datasets.<slug>; "origin.state" is a joined field, MEASURE(name) a measure.',
  scope: "read",
  input: Type.Object(
    {sql: Type.String({minLength: 1, maxLength: 100_000}), projectId},
    {additionalProperties: false},
  ),
  output: Type.Object({rows: Type.Array(Type.Unknown()), truncated: Type.Boolean()}),
  annotations: READS,
  async call(context, statement) {
    const {body} = await answerSql(context.runner, context, statement, "json");
    return answerOf(await readRows(body, 0, "/sql"));
  },
});
