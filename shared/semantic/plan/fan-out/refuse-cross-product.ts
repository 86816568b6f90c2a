import {fieldError} from "../../layer/field-error.ts";
import type {ResolvedQuery} from "../../resolve/resolved.ts";
import type {Branch, JoinNode} from "../plan.ts";

/**
 * Throws `invalid_request` for two dimensions on many sides of which neither leads to the other. Without a measure, the
 * result would be the cross product of their values, whose pairs mean nothing.
 */
export function refusePairs({base, dimensions}: ResolvedQuery, {placed}: Branch): void {
  const sides = placed.map(({node}) => manySide(node));
  const names = dimensions.map(({name}) => name);
  for (const [i, side] of sides.entries()) {
    const other = sides.findIndex(each => each !== undefined && side !== undefined && isApart(each, side));
    if (other < 0 || other > i || side === undefined) continue;
    const first = sides[other];
    const without = (apart: JoinNode | undefined) =>
      JSON.stringify(
        names.filter((_, at) => {
          const on = sides[at];
          return on === undefined || apart === undefined || !isApart(on, apart);
        }),
      );
    throw fieldError("invalid_request", `/dimensions/${i}`, {
      message:
        `"${names[other]}" and "${names[i]}" are of two many sides of "${base.name}" that have nothing in common, so that ` +
        `their pairs mean nothing. Ask in two queries, by ${without(first)} and by ${without(side)}, or add the measure ` +
        `that the pairs are asked for.`,
    });
  }
}

/** The table behind the last to-many step on the way to a node. */
function manySide(node: JoinNode): JoinNode | undefined {
  for (let at: JoinNode | undefined = node; at !== undefined; at = at.parent) {
    if (at.edge?.toMany === true) return at;
  }
  return undefined;
}

function isApart(one: JoinNode, other: JoinNode): boolean {
  return !leadsTo(one, other) && !leadsTo(other, one);
}

function leadsTo(node: JoinNode, to: JoinNode): boolean {
  for (let at: JoinNode | undefined = to; at !== undefined; at = at.parent) if (at === node) return true;
  return false;
}
