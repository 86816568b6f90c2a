import {type Static, type TObject, type TProperties, Type} from "@sinclair/typebox";
import type {Db} from "../../ground/db.ts";
import {shorten} from "../../ground/one-line.ts";
import {parserOf} from "../../ground/validate.ts";
import {layerOf, projectsOf} from "../../querying/layers/query-memory.ts";
import {rehearse} from "./one-transaction.ts";
import {type Annotations, defineTool, type Tool, type ToolContext} from "./tool.ts";

/** A kind of resource that agents create: its tool, and a dry run that changes nothing. */
export interface Kind {
  readonly type: string;
  readonly tool: Tool;
  /** Does everything that the tool does, and rolls it back. Resolves with the warnings. */
  rehearse(context: ToolContext, body: unknown): Promise<readonly string[]>;
}

type Warning = string | {message: string};

interface Made {
  id?: string;
  name?: string;
  /** Problems that the resource will run into as it is. */
  warnings?: readonly Warning[];
}

interface KindSpec<I extends TObject> {
  type: string;
  title: string;
  description: string;
  input: I;
  annotations: Annotations;
  /** Creates the resource in `db`, not in the database of `context`. */
  create(db: Db, context: ToolContext, input: Static<I>): Promise<Made & {id: string}>;
  /** The checks alone, for a `create` that does more than the database can roll back. */
  check?(db: Db, context: ToolContext, input: Static<I>): Promise<Made>;
  /** A hint for the agent on what to do after the creation. */
  next?: string;
}

export function defineKind<I extends TObject>(spec: KindSpec<I>): Kind {
  const {type, input, create, check = create, next, ...texts} = spec;
  const parse = parserOf(input, "body");
  const tool = defineTool({
    ...texts,
    name: `create_${type}`,
    scope: "write",
    input,
    output: Type.Object({id: Type.String(), resource: Type.Object({})}),
    async call(context, args) {
      const resource = await create(context.runner.db, context, args);
      const {id, name, warnings} = resource;
      const made = `Made the ${type} ${id}${name === undefined ? "" : ` "${name}"`}.`;
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
      const {warnings = []} = await rehearse(context.runner.db, db => check(db, context, parsed));
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

/** The schema without the read-only keys, which exist only so that a resource can be sent back as it was read. */
export function withoutReadOnly<P extends TProperties>(schema: TObject<P>): TObject<P> {
  const properties = {...schema.properties};
  for (const [key, one] of Object.entries(properties)) {
    if (one["readOnly"] === true) Reflect.deleteProperty(properties, key);
  }
  return {...schema, properties};
}
