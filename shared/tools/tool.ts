import type {Static, TObject} from "@sinclair/typebox";
import type {Actor, Scope} from "../actor.ts";
import type {Freezer} from "../datasets/create.ts";
import type {Logger} from "../log.ts";
import type {LayerDeps} from "../projects/layers.ts";
import type {Prepared} from "../queries/prepare.ts";
import type {Query} from "../semantic/query.ts";
import {parserOf} from "../validate.ts";
import {type Json, publish} from "./publish.ts";

/** What the tools need of the process they are offered by. */
export interface ToolDeps extends LayerDeps {
  readonly log: Logger;
  /** Stores the rows of snapshots. */
  freezer(asked: Asked): Freezer;
  /** Runs a prepared query and gives its result's JSON. Cancelled in the warehouse when `signal` says so. */
  run(
    asked: Asked,
    query: Query,
    prepared: Prepared,
  ): Promise<{body: Uint8Array | ReadableStream<Uint8Array>}>;
}

/** One call: who makes it, and until when somebody waits for it. */
export interface Asked {
  readonly actor: Actor;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export interface ToolContext extends Asked {
  readonly deps: ToolDeps;
}

/** `text` stands alone; `structured` says the same to a program. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** What a tool does to the world, for whoever decides whether it may be called unasked. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  /** The token's scope that it needs. Who lacks it is not shown the tool. */
  readonly scope: Scope;
  /** As `tools/list` gives it. */
  readonly shown: Readonly<Record<string, Json>>;
  /** Rejects with a `ServiceError` for what the caller can mend, the arguments included. */
  call(context: ToolContext, args: unknown): Promise<ToolAnswer>;
}

interface ToolSpec<I extends TObject> {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  input: I;
  /** Of `structured`; one level deep, as every conversation pays for it. */
  output: TObject;
  annotations: Annotations;
  call(context: ToolContext, args: Static<I>): Promise<ToolAnswer>;
}

/** Looks, and changes nothing. A warehouse that is asked is the organization's own: no open world. */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Makes something new with every call. */
export const CREATES: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** A tool whose arguments are checked by the schema that it shows, unknown ones refused. */
export function defineTool<I extends TObject>(spec: ToolSpec<I>): Tool {
  const parse = parserOf(spec.input, "tool call");
  const {name, title, description, scope, annotations} = spec;
  return {
    name,
    scope,
    shown: {
      name,
      title,
      description,
      inputSchema: publish(spec.input),
      outputSchema: publish(spec.output),
      annotations: {title, ...annotations},
    },
    call: async (context, args) => spec.call(context, parse(args)),
  };
}
