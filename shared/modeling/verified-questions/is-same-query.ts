import type {Query} from "../../semantic/documents.ts";

/** A query as it was run: in which project, with which limit, and how many rows it has, if all were read. */
interface Run {
  projectId: string;
  query: Query;
  limit: number | null;
  rowCount?: number;
}

/**
 * Whether the run's query is the verified query itself, spelled in the same way. If only the run has a limit, the limit
 * is ignored: it says only how many rows somebody looked at. A limit of the verified query is ignored if the whole
 * result is within it.
 */
export function isSameQuery(run: Run, verified: {projectId: string; query: Query}): boolean {
  if (run.projectId !== verified.projectId) return false;
  const {limit} = verified.query;
  const isWhole = run.rowCount !== undefined && limit !== undefined && run.rowCount <= limit;
  if (limit !== undefined && run.limit !== limit && !isWhole) return false;
  return Bun.deepEquals(bare(run.query), bare(verified.query));
}

/** The query without its project, its limit, and keys that have no effect. */
function bare({projectId: _, limit: __, ...query}: Query): object {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
