import {Type} from "@sinclair/typebox";
import {errorUnder} from "../../core/errors.ts";
import {withWarnings} from "./resources/kind.ts";
import {CREATED} from "./resources/kinds.ts";
import {runQueryTool, validateQueryTool} from "./run-query.ts";
import {defineTool, READS, type Tool} from "./tool.ts";

const types = CREATED.map(({type}) => type);

const validateResourceTool = defineTool({
  name: "validate_resource",
  title: "Validate a resource",
  description:
    "Dry run of a create tool: makes all of its checks, returns errors and warnings, saves nothing.",
  scope: "read",
  input: Type.Object(
    {
      type: Type.Union(types.map(type => Type.Literal(type))),
      body: Type.Object({}, {description: "The arguments of create_<type>"}),
    },
    {additionalProperties: false},
  ),
  output: Type.Object({
    valid: Type.Boolean(),
    mayCreate: Type.Boolean(),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  annotations: READS,
  async call(context, {type, body}) {
    const kind = CREATED.find(one => one.type === type);
    const warnings =
      (await kind?.rehearse(context, body).catch(error => {
        throw errorUnder("/body", error);
      })) ?? [];
    const {scopes, seat} = context.actor;
    const mayCreate = scopes.includes("write") && seat === "editor";
    const but = mayCreate
      ? ""
      : " But your token may not create it: creating needs the scope write and an editor's seat.";
    return {
      text: withWarnings(`Valid: create_${type} would save it.${but}`, warnings),
      structured: {valid: true, mayCreate, ...(warnings.length > 0 ? {warnings} : {})},
    };
  },
});

export const validateTools: readonly Tool[] = [validateQueryTool, validateResourceTool, runQueryTool];
