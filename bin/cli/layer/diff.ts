import {readerOf} from "../../../shared/core/validate.ts";
import {diffGraphs} from "../../../shared/modeling/layer-formats/diff-graph.ts";
import {mergeGraph} from "../../../shared/modeling/layer-versions/merge-graph.ts";
import {Graph} from "../../../shared/semantic/documents.ts";
import type {Command} from "../command.ts";
import {EXIT} from "../errors.ts";
import {print, printMessages} from "../output.ts";
import {printBroken, printNotes, REPLACE, readGraphFile, tryGraph} from "./graph-file.ts";

const readGraph = readerOf(Graph, "the layer");

export const diff: Command = {
  takes: "FILE",
  words: [1, 1],
  summary: "Prints what applying a graph would add, change, remove and break; nothing is saved.",
  about: [
    "The graph is checked against the warehouse. The exit code is 1 if saved content would break, or if the",
    "graph has faults; a difference alone is 0.",
  ],
  options: REPLACE,
  async run(call) {
    const given = await readGraphFile(call);
    const checked = await tryGraph(call, given);
    const current = await call.service.json("GET", `${await call.service.projectPath()}/layer`, readGraph);
    const {added, changed, removed} = diffGraphs(
      current,
      mergeGraph(current, given.graph, given.replace).graph,
    );
    const {broken, brokenAlready, notes} = checked;
    const of = (change: string, names: readonly string[]) => names.map(name => [change, name, ""]);
    const saved = (change: string, of: typeof broken) =>
      of.map(({resourceType, name, message}) => [change, `${resourceType} "${name}"`, message]);
    const rows = [
      ...of("added", added),
      ...of("changed", changed),
      ...of("removed", removed),
      ...saved("broken", broken),
      ...saved("broken already", brokenAlready),
    ];
    const columns = ["change", "name", "why"].map(name => ({name}));
    if (rows.length > 0 || call.format !== "table") {
      await print(call, {
        table: {columns, rows},
        json: {added, changed, removed, broken, brokenAlready, notes},
      });
    } else printMessages("No differences.");
    printNotes(checked);
    printBroken(checked);
    return broken.length > 0 ? EXIT.refused : EXIT.ok;
  },
};
