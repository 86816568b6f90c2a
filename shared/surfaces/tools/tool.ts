import type {Static, TObject} from "@sinclair/typebox";
import type {MailRenderer} from "../../automation/deliveries/mail-renderer.ts";
import type {PictureDrawer} from "../../content/charts/picture-drawer.ts";
import type {SnapshotStorage} from "../../content/datasets/snapshot-storage.ts";
import {argumentsParserOf} from "../../content/descriptions/parse-arguments.ts";
import type {Trust} from "../../content/run-as/judge-content.ts";
import type {SheetCalculator} from "../../content/sheets/sheet-calculator.ts";
import type {Actor, Scope} from "../../core/actor.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";
import type {SqlRunner} from "../sql/sql-runner.ts";
import {type Json, publish} from "./publish-schema.ts";

/**
 * Everything that a process does for a caller with the results of queries. The web process has it done by the workers,
 * a worker does it itself, so that tools, deliveries and actions work the same in both.
 */
export interface Runner extends SqlRunner, PictureDrawer, SheetCalculator, MailRenderer, SnapshotStorage {}

/** One call of a tool: the caller, and the runner for rows. */
export interface ToolContext extends QueryContext {
  readonly runner: Runner;
  /**
   * The content that the caller vouches for when the tool runs with the caller's rights. If absent, all content is
   * trusted.
   */
  readonly trust?: Trust;
  /** The time from which relative periods are counted. Default now. */
  readonly now?: Date;
}

/**
 * The principal who reads a tool's errors. `undefined` for a run of a model: everybody who gets the same rows can read
 * the run's transcript, so its errors contain only what everybody may know, even if the run has the rights of an
 * org-admin.
 */
export function errorReader({actor, trigger}: Pick<ToolContext, "actor" | "trigger">): Actor | undefined {
  return trigger === "agent" ? undefined : actor;
}

/** The answer of a tool. `text` is complete by itself; `structured` is the same for programs. */
export interface ToolAnswer {
  readonly text: string;
  /** An image in base64, shown beside the text. */
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
  /** The scope that the token needs. Callers without it do not see the tool. */
  readonly scope: Scope;
  /** The entry in `tools/list`. */
  readonly listing: Readonly<Record<string, Json>>;
  /** Rejects with a `ServiceError` for faults that the caller can fix, including those of the arguments. */
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

/**
 * Annotations of a tool that reads and changes nothing. Not open-world, because the warehouse is the organization's
 * own.
 */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Annotations of a tool that creates something new with every call. */
export const CREATES: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/**
 * A tool whose arguments are validated by the schema that it shows: unknown ones are refused, and null for an optional one
 * counts as left out.
 */
export function defineTool<I extends TObject>(spec: ToolSpec<I>): Tool {
  const parse = argumentsParserOf(spec.input, "tool call");
  const {name, title, description, scope, annotations} = spec;
  return {
    name,
    scope,
    listing: {
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
