import {type Static, type TObject, type TProperties, Type} from "@sinclair/typebox";
import type {Actor} from "../../../ground/actor.ts";
import {CONTENT_PREFIXES} from "../../../ground/content-types.ts";
import {shorten} from "../../../ground/one-line.ts";
import {layerOf, projectsOf} from "../../../querying/layers/query-memory.ts";
import type {ContentRow} from "../../../tenancy/content-kinds/content.ts";
import {withArticle} from "../../../tenancy/content-kinds/describe.ts";
import {type ContentKind, deleteResource, getResource} from "../../../tenancy/content-kinds/kind.ts";
import {rehearse} from "../one-transaction.ts";
import {argumentsParserOf} from "../parse-arguments.ts";
import {queryProperties} from "../query-arguments.ts";
import {type Annotations, CREATES, defineTool, type Runner, type Tool, type ToolContext} from "../tool.ts";
import {anyVersion, type Change} from "./change.ts";
import {contentListTool} from "./content.ts";

/** A kind of resource that agents create: its tool, and a dry run that changes nothing. */
export interface Kind {
  readonly type: string;
  readonly tool: Tool;
  /** Does everything that the tool does, and rolls it back. Resolves with the warnings. */
  rehearse(context: ToolContext, body: unknown): Promise<readonly string[]>;
}

/** A kind of content: how agents list, read, change and delete it, by the prefix of its ids. */
export interface ContentTools extends Kind {
  readonly prefix: string;
  readonly list: Tool;
  /** `undefined` if it is never changed. */
  readonly change: Change | undefined;
  get(runner: Runner, actor: Actor, id: string): Promise<object>;
  /** Deletes any version of the resource: callers have read the resource that they delete. */
  remove(runner: Runner, actor: Actor, id: string, force: boolean): Promise<void>;
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
  description: string;
  input: I;
  /** The annotations that differ from those of a tool that creates something new with every call. */
  hints?: Partial<Annotations>;
  /** Creates the resource in the database of `runner`, not in that of `context`. */
  create(runner: Runner, actor: Actor, input: Static<I>, context: ToolContext): Promise<Made & {id: string}>;
  /** The checks alone, for a `create` that does more than the database can roll back. */
  check?(runner: Runner, actor: Actor, input: Static<I>, context: ToolContext): Promise<Made>;
  /** A hint for the agent on what to do after the creation. */
  next?: string;
}

export function defineKind<I extends TObject>(spec: KindSpec<I>): Kind {
  const {type, description, input, hints, create, check = create, next} = spec;
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

/** A kind of content that agents create. Its list, and how it is read and deleted, follow from its `ContentKind`. */
export function defineContent<
  I extends TObject,
  S,
  R extends ContentRow,
  V extends {id: string},
  L extends {id: string},
>(
  kind: ContentKind<S, R, V, Runner, L>,
  {change, ...spec}: Omit<KindSpec<I>, "type"> & {change?: Change},
): ContentTools {
  return {
    ...defineKind({...spec, type: kind.type}),
    prefix: CONTENT_PREFIXES[kind.type],
    list: contentListTool(kind),
    change,
    get: (runner, actor, id) => getResource(runner, actor, kind, id),
    remove: (runner, actor, id, force) => deleteResource(runner, actor, kind, id, anyVersion, () => force),
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

export const closed = {additionalProperties: false} as const;

export const query = Type.Object(queryProperties, closed);
/** The keys of a query. `run_query` shows its whole schema: repeating it would take up tokens in every conversation. */
export const QUERY = Object.keys(queryProperties).join(", ");

/** The schema without the read-only keys, which exist only so that a resource can be sent back as it was read. */
export function withoutReadOnly<P extends TProperties>(schema: TObject<P>): TObject<P> {
  const properties = {...schema.properties};
  for (const [key, one] of Object.entries(properties)) {
    if (one["readOnly"] === true) Reflect.deleteProperty(properties, key);
  }
  return {...schema, properties};
}
