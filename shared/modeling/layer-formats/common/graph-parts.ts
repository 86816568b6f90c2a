import type {Dimension, Graph, Join, Measure, Model} from "../../../semantic/documents.ts";

/** A part of a graph that files declare, and that can be left out of it. */
export type GraphPart =
  | {kind: "model"; model: Model}
  | {kind: "primaryKey"; model: Model}
  | {kind: "field"; model: Model; field: Dimension | Measure}
  | {kind: "join"; join: Join};

/** The parts of a graph by their JSON pointers in it. */
export function graphParts({models, joins = []}: Graph): Map<string, GraphPart> {
  const parts = new Map<string, GraphPart>();
  for (const [i, model] of models.entries()) {
    const path = `/models/${i}`;
    parts.set(path, {kind: "model", model});
    parts.set(`${path}/primaryKey`, {kind: "primaryKey", model});
    for (const list of ["dimensions", "measures"] as const)
      for (const [j, field] of (model[list] ?? []).entries())
        parts.set(`${path}/${list}/${j}`, {kind: "field", model, field});
  }
  for (const [i, join] of joins.entries()) parts.set(`/joins/${i}`, {kind: "join", join});
  return parts;
}

/** The innermost part that a pointer leads to or into. */
export function partAt(parts: ReadonlyMap<string, GraphPart>, pointer: string): GraphPart | undefined {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const part = parts.get(at);
    if (part) return part;
  }
  return undefined;
}
