import type {Command} from "../command.ts";
import {EXIT} from "../errors.ts";
import {print, printMessages} from "../output.ts";
import {ALLOW_BROKEN, mayProceed, plural} from "../proposal.ts";
import {applyGraph, printBroken, printNotes, REPLACE, readGraphFile, tryGraph} from "./graph-file.ts";

export const apply: Command = {
  takes: "FILE",
  words: [1, 1],
  summary: "Applies a graph to the project's layer, as a new version.",
  about: [
    "Models of the same name are replaced, all others stay. A graph that would break saved content is applied only",
    "with --break, and a graph of an import that could not read a file only with --allow-broken.",
  ],
  options: {
    ...REPLACE,
    ...ALLOW_BROKEN,
    break: {type: "boolean", help: "Applies the graph even if saved content breaks."},
  },
  async run(call) {
    const given = await readGraphFile(call);
    const otherwise = "Nothing was applied: --allow-broken applies the rest.";
    if (!mayProceed(call, given.notes, otherwise)) return EXIT.refused;
    if (!call.flags.has("break")) {
      const {broken} = await tryGraph(call, given);
      if (broken.length > 0) {
        const columns = ["type", "name", "why"].map(name => ({name}));
        const rows = broken.map(({resourceType, name, message}) => [resourceType, name, message]);
        await print(call, {table: {columns, rows}, json: {version: null, broken}});
        printBroken({broken});
        printMessages("Nothing was applied: --break applies the graph nevertheless.");
        return EXIT.refused;
      }
    }
    const applied = await applyGraph(call, given, false);
    const {version, models, broken} = applied;
    const columns = [
      {name: "version", isNumber: true},
      {name: "models", isNumber: true},
    ];
    const json = {version, models: models.map(({name}) => name), broken};
    if (call.format === "table") printMessages(`Version ${version}: ${plural(models.length, "model")}`);
    else await print(call, {table: {columns, rows: [[version, models.length]]}, json});
    printNotes(applied);
    printBroken(applied);
    return EXIT.ok;
  },
};
