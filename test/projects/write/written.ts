import {expect} from "bun:test";
import {diffGraphs} from "../../../shared/layer-formats/diff-graph.ts";
import {applyChanges, type LayerChange} from "../../../shared/layer-formats/write/apply-changes.ts";
import {withChanged, writeGraph} from "../../../shared/layer-formats/write/write-graph.ts";
import type {SourceFile} from "../../../shared/semantic/import/document.ts";
import {importFiles} from "../../../shared/semantic/import/import.ts";
import {Graph} from "../../../shared/semantic/layer/graph.ts";
import {parserOf} from "../../../shared/validate.ts";
import type {Files} from "./fixtures.ts";
import {lineDiff} from "./line-diff.ts";

const parse = parserOf(Graph);

/** The lines that differ after the changes, by file. The files then say exactly what was asked for. */
export function written(texts: Files, changes: LayerChange[]): Record<string, string[]> {
  const files: SourceFile[] = Object.entries(texts).map(([path, text]) => ({path, text}));
  const readGraph = (value: unknown) => parse(value);
  const read = importFiles(files, {readGraph});
  const wanted = applyChanges(read.graph, changes, parse);
  const changed = writeGraph(files, read, wanted);
  const again = importFiles(withChanged(files, changed), {readGraph});
  expect(diffGraphs(wanted, again.graph)).toEqual({added: [], changed: [], removed: []});
  return Object.fromEntries(changed.map(({path, text}) => [path, lineDiff(texts[path] ?? "", text)]));
}

export const set = (
  kind: LayerChange["kind"],
  model: string,
  name: string | undefined,
  value: object,
): LayerChange => ({
  op: "set",
  kind,
  model,
  ...(name === undefined ? {} : {name}),
  value: {...value},
});
export const remove = (kind: LayerChange["kind"], model: string, name?: string): LayerChange => ({
  op: "remove",
  kind,
  model,
  ...(name === undefined ? {} : {name}),
});
