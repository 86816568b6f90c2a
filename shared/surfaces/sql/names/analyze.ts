import type {SelectStmt} from "libpg-query";
import type {SqlCatalog} from "../catalog-types.ts";
import type {Source} from "../statement/source.ts";
import type {Analysis} from "./analysis.ts";
import {analyzeSelect} from "./analyze-select.ts";
import type {Relation} from "./relations.ts";
import {referToAll} from "./resolve.ts";

/** Looks up all names of a statement. Throws 42P01 and 42703. */
export function analyze(source: Source, catalog: SqlCatalog, select: SelectStmt): Analysis {
  const analysis: Analysis = {
    source,
    catalog,
    uses: [],
    blocks: [],
    namedOf: new Map(),
    columns: new Map(),
    qualified: [],
    readsCatalog: false,
  };
  const output = analyzeSelect(analysis, select, {block: undefined, named: new Map()});
  if (output.block !== undefined) output.block.isTop = true;
  referToAll(output.columns, output.block);
  for (const block of analysis.blocks)
    for (const relation of block.relations) relation.isSole = isSole(analysis, relation);
  return analysis;
}

function isSole(analysis: Analysis, relation: Relation): boolean {
  const named = analysis.namedOf.get(relation);
  return named === undefined || named.uses.length === 1;
}
