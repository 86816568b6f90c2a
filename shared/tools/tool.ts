import type {Static, TObject} from "@sinclair/typebox";
import type {Scope} from "../actor.ts";
import type {Trust} from "../authors/authors.ts";
import type {Asking, Runner} from "../queries/runner.ts";
import {parserOf} from "../validate.ts";
import {type Json, publish} from "./publish.ts";

/** One call: the caller, how long they wait, and the runner for rows. */
export interface ToolContext extends Asking {
  readonly runner: Runner;
  /** What the caller vouches for, whose rights something runs with; without it everything is trusted. */
  readonly trust?: Trust;
  /** The moment from which relative periods are counted. Default the present. */
  readonly now?: Date;
}

/** `text` is complete by itself; `structured` is the same for programs. */
export interface ToolAnswer {
  readonly text: string;
  /** Shown beside the text: base64. */
  readonly image?: {readonly data: string; readonly mimeType: string};
  readonly structured: Readonly<Record<string, unknown>>;
}

/** The effects of a tool, for a client that decides whether to call it without asking. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  /** The token's scope that it needs. Callers without it are not shown the tool. */
  readonly scope: Scope;
  /** The entry in `tools/list`. */
  readonly shown: Readonly<Record<string, Json>>;
  /** Rejects with a `ServiceError` for what the caller can fix, including the arguments. */
  call(context: ToolContext, args: unknown): Promise<ToolAnswer>;
}

interface ToolSpec<I extends TObject> {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  input: I;
  /** The schema of `structured`, only one level deep, because it takes up tokens in every conversation. */
  output: TObject;
  annotations: Annotations;
  call(context: ToolContext, args: Static<I>): Promise<ToolAnswer>;
}

/** Reads and changes nothing. Not open-world, because the warehouse is the organization's own. */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Creates something new with every call. */
export const CREATES: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** A tool whose arguments are validated by the schema that it shows; unknown ones are refused. */
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
