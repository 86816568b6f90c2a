import type {Static} from "@sinclair/typebox";
import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import {UNREAD} from "../../shared/modeling/layer-formats/read-layer.ts";
import type {Preview} from "../../shared/querying/layers/schemas.ts";
import type {Call} from "./command.ts";
import {writeText} from "./files.ts";
import type {Options} from "./flags.ts";
import {print, printMessages} from "./output.ts";

/** Options of the commands that propose a layer. */
export const PROPOSAL_OPTIONS: Options = {
  out: {
    type: "string",
    short: "o",
    value: "FILE",
    help: "Writes the graph into this file, for layer diff and apply.",
  },
};

export const ALLOW_BROKEN: Options = {
  "allow-broken": {type: "boolean", help: "Continues without the files that could not be read."},
};

/** The notes on files that could not be read. */
function unreadOf(notes: readonly GraphNote[]): GraphNote[] {
  return notes.filter(({code}) => UNREAD.has(code));
}

/** Whether all files could be read, or `--allow-broken` is set. Otherwise prints why the command stops. */
export function mayProceed({flags}: Call, notes: readonly GraphNote[], otherwise: string): boolean {
  const unread = unreadOf(notes);
  if (unread.length === 0 || flags.has("allow-broken")) return true;
  printMessages(
    `${plural(unread.length, "file")} could not be read, ${locationOf(unread[0])} first. ${otherwise}`,
  );
  return false;
}

/** Prints the notes of a proposed layer, and writes its graph to the file of `--out`. */
export async function showProposal(call: Call, proposal: Static<typeof Preview>): Promise<void> {
  const {graph, notes} = proposal;
  const out = call.flags.text("out");
  if (out !== undefined) await writeText(out, graphFile(proposal));
  const columns = ["where", "model", "field", "code", "message"].map(name => ({name}));
  const rows = notes.map(note => [locationOf(note), note.model, note.field, note.code, note.message]);
  if (notes.length > 0 || call.format !== "table")
    await print(call, {table: {columns, rows}, json: proposal});
  const counted = `${plural(graph.models.length, "model")}, ${plural(graph.joins?.length ?? 0, "join")}`;
  printMessages(
    `${counted}, ${plural(notes.length, "note")}${out === undefined ? "" : `; the graph is in ${out}`}`,
  );
}

/** The content of the `--out` file. It includes the notes on unread files, so that `apply` can refuse the graph. */
function graphFile({graph, notes}: Static<typeof Preview>): string {
  const unread = unreadOf(notes);
  return `${JSON.stringify(unread.length > 0 ? {graph, notes: unread} : {graph}, null, 2)}\n`;
}

function locationOf({file, line}: Pick<GraphNote, "file" | "line"> = {}): string {
  return file === undefined ? "" : line === undefined ? file : `${file}:${line}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
