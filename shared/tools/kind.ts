import {type Static, type TObject, type TProperties, Type} from "@sinclair/typebox";
import {layerOf, projectsOf} from "../projects/layers.ts";
import {parserOf} from "../validate.ts";
import {rehearse} from "./one-transaction.ts";
import {type Annotations, defineTool, type Tool, type ToolContext, type ToolDeps} from "./tool.ts";

/** A kind of resource that agents make: its tool, and the same without a trace. */
export interface Kind {
  readonly type: string;
  readonly tool: Tool;
  /** Does all that the tool does, and undoes it. */
  rehearse(context: ToolContext, body: unknown): Promise<void>;
}

interface KindSpec<I extends TObject> {
  type: string;
  title: string;
  description: string;
  input: I;
  annotations: Annotations;
  /** With `db`, and what `context` has beside it. */
  create(db: ToolDeps["db"], context: ToolContext, input: Static<I>): Promise<{id: string; name?: string}>;
  /** The same checks where it does more than the database can undo. */
  check?(db: ToolDeps["db"], context: ToolContext, input: Static<I>): Promise<unknown>;
  /** What to say of it when it is there. */
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
      const resource = await create(context.deps.db, context, args);
      const {id, name} = resource;
      const made = `Made the ${type} ${id}${name === undefined ? "" : ` "${name}"`}.`;
      return {text: next === undefined ? made : `${made} ${next}`, structured: {id, resource}};
    },
  });
  return {
    type,
    tool,
    rehearse: async (context, body) => {
      const parsed = parse(body);
      await loadLayers(context);
      await rehearse(context.deps.db, db => check(db, context, parsed));
    },
  };
}

/** What the verbs read of layers side by side is there then: a transaction has one connection for it. */
async function loadLayers({deps, actor}: ToolContext): Promise<void> {
  const projects = await projectsOf(deps, actor.orgId);
  await Promise.all(projects.values().map(project => layerOf(deps, project)));
}

/** Without the keys that are let through only so that a resource can be sent back as it was read. */
export function withoutReadOnly<P extends TProperties>(schema: TObject<P>): TObject<P> {
  const properties = {...schema.properties};
  for (const [key, one] of Object.entries(properties)) {
    if (one["readOnly"] === true) Reflect.deleteProperty(properties, key);
  }
  return {...schema, properties};
}
