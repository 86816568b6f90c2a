import type {Static} from "@sinclair/typebox";
import type {GraphNote, Preview} from "../../shared/projects/layer-schemas.ts";
import type {Call} from "./command.ts";
import {writeText} from "./files.ts";
import type {Options} from "./flags.ts";
import {print, remark} from "./output.ts";

/** Options of the commands that propose a layer. */
export const PROPOSAL_OPTIONS: Options = {
  out: {type: "string", short: "o", value: "FILE", help: "Writes the graph there, for layer diff and apply."},
};

/** Shows the notes of a proposed layer, and writes its graph where `--out` says. */
export async function showProposal(call: Call, proposal: Static<typeof Preview>): Promise<void> {
  const {graph, notes} = proposal;
  const out = call.flags.text("out");
  if (out !== undefined) await writeText(out, `${JSON.stringify({graph}, null, 2)}\n`);
  const columns = ["where", "model", "field", "code", "message"].map(name => ({name}));
  const rows = notes.map(note => [placeOf(note), note.model, note.field, note.code, note.message]);
  if (notes.length > 0 || call.format !== "table")
    await print(call, {table: {columns, rows}, json: proposal});
  const counted = `${plural(graph.models.length, "model")}, ${plural(graph.joins?.length ?? 0, "join")}`;
  remark(`${counted}, ${plural(notes.length, "note")}${out === undefined ? "" : `; the graph is in ${out}`}`);
}

function placeOf({file, line}: GraphNote): string {
  return file === undefined ? "" : line === undefined ? file : `${file}:${line}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
