import {type TObject, Type} from "@sinclair/typebox";
import type {CreateTool, Warning} from "../../../content/descriptions/describe-kind.ts";
import {argumentsParserOf} from "../../../content/descriptions/parse-arguments.ts";
import {shorten} from "../../../core/one-line.ts";
import {layerOf, projectsOf} from "../../../querying/layers/query-caches.ts";
import {withArticle} from "../../../tenancy/content-kinds/describe.ts";
import {rehearse} from "../../../tenancy/content-kinds/one-transaction.ts";
import {CREATES, defineTool, type Runner, type Tool, type ToolContext} from "../tool.ts";

/** A kind of resource that agents create: its tool, and a dry run that changes nothing. */
export interface Kind {
  readonly type: string;
  readonly tool: Tool;
  /** Does everything that the tool does, and rolls it back. Resolves with the warnings. */
  rehearse(context: ToolContext, body: unknown): Promise<readonly string[]>;
}

export function defineKind<I extends TObject>(
  type: string,
  {description, input, hints, create, check = create, next}: CreateTool<I, Runner>,
): Kind {
  const parse = argumentsParserOf(input, "body");
  const tool = defineTool({
    name: `create_${type}`,
    title: `Create ${withArticle(type)}`,
    description,
    scope: "write",
    input,
    annotations: {...CREATES, ...hints},
    output: Type.Object({id: Type.String(), resource: Type.Object({})}),
    async call(context, args) {
      const resource = await create(context.runner, context.actor, args, context);
      const {id, name, warnings} = resource;
      const made = `Created the ${type} ${id}${name === undefined ? "" : ` "${name}"`}.`;
      const text = next === undefined ? made : `${made} ${next}`;
      return {text: withWarnings(text, warnings), structured: {id, resource}};
    },
  });
  return {
    type,
    tool,
    rehearse: async (context, body) => {
      const parsed = parse(body);
      await loadLayers(context);
      const {runner, actor} = context;
      const {warnings = []} = await rehearse(runner.db, db => check({...runner, db}, actor, parsed, context));
      return warnings.map(sentenceOf);
    },
  };
}

export function withWarnings(text: string, warnings: readonly Warning[] = []): string {
  return [text, ...warnings.map(warning => `Warning: ${shorten(sentenceOf(warning))}`)].join("\n");
}

function sentenceOf(warning: Warning): string {
  return typeof warning === "string" ? warning : warning.message;
}

/** Loads all layers first: the dry run's transaction has one connection, which cannot load several at once. */
async function loadLayers({runner, actor}: ToolContext): Promise<void> {
  const projects = await projectsOf(runner, actor.orgId);
  await Promise.all(projects.values().map(project => layerOf(runner, project)));
}
