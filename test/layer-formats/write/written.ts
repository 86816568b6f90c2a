import {expect} from "bun:test";
import {parserOf} from "../../../shared/core/validate.ts";
import {applyChanges, type LayerChange} from "../../../shared/modeling/layer-formats/common/apply-changes.ts";
import type {SourceFile} from "../../../shared/modeling/layer-formats/common/document.ts";
import {diffGraphs} from "../../../shared/modeling/layer-formats/diff-graph.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {withChanged, writeGraph} from "../../../shared/modeling/layer-formats/write-graph.ts";
import {Graph} from "../../../shared/semantic/layer/graph.ts";
import type {Files} from "./fixtures.ts";
import {lineDiff} from "./line-diff.ts";

const parse = parserOf(Graph);

/**
 * Writes the changes and returns the lines that differ, by file. Expects that the files then hold the changed layer.
 */
export function written(texts: Files, changes: LayerChange[]): Record<string, string[]> {
  const files: SourceFile[] = Object.entries(texts).map(([path, text]) => ({path, text}));
  const readGraph = (value: unknown) => parse(value);
  const read = importFiles(files, {readGraph});
  const target = applyChanges(read.graph, changes, parse);
  const changed = writeGraph(files, read, target);
  const again = importFiles(withChanged(files, changed), {readGraph});
  expect(diffGraphs(target, again.graph)).toEqual({added: [], changed: [], removed: []});
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
