import type {Actor} from "../../core/actor.ts";
import type {ContentType} from "../../core/content-types.ts";
import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {levelOn, levelSql, type Right, requireRight} from "../content-rights/rights.ts";
import {
  anyVersion,
  type ContentRow,
  contentColumns,
  contentOf,
  deleteContent,
  listedColumns,
  lockContent,
} from "./content.ts";
import {type ContentPage, type Listable, readablePage} from "./listing.ts";
import type {Standing} from "./schemas.ts";
import {type StandingRow, viewStanding} from "./star-and-views.ts";

type Sql = ReturnType<typeof sql>;

interface Deps {
  readonly db: Db;
}

/** How a kind is stored. `S` is a row as the database returns it, `R` the row with its JSON parsed. */
interface StoredKind<S, R> extends Listable {
  /** Columns of the row `k` of its own table, and of the tables that `joins` adds. */
  readonly columns: (actor: Actor) => Sql;
  /** Joins to the row `k`, each with exactly one row for `k`. */
  readonly joins?: Sql;
  readonly read: (row: S) => R;
  /**
   * Whether other content refers to the resource's row. Saving a reference locks the row (`for key share`), and a
   * deletion waits for the lock.
   */
  readonly isReferredTo?: true;
}

/**
 * A kind of content: the functions and columns in which it differs from other kinds. `V` is the view of one resource,
 * `D` the dependencies of showing it, and `L` a list's entry, if it differs from `V`.
 */
export interface ContentKind<S, R, V, D = Deps, L = V> extends StoredKind<S, R> {
  readonly view: (row: R, deps: D, actor: Actor) => V | Promise<V>;
  /** Lists the kind's resources. Default `listRows`. */
  readonly list?: (deps: D, actor: Actor, page: ContentPage) => Promise<L[]>;
  /** Whether views of the kind's resources are counted. */
  readonly countsViews?: true;
  /** May refuse the deletion, and deletes related rows that the database does not delete by cascade. */
  readonly beforeDelete?: (tx: Tx, actor: Actor, row: R) => Promise<void>;
  /** Runs instead of `beforeDelete` if the caller forces the deletion. */
  readonly beforeForcedDelete?: (tx: Tx, actor: Actor, row: R) => Promise<void>;
  readonly afterDelete?: (tx: Tx, actor: Actor, row: R) => Promise<void>;
}

/** Each kind has a table of its own, named like its type. */
const tableOf = (type: ContentType) => sql.table(`${type}s`);

/** The resources that the caller can read, in the page's order; one more than the page holds, if there are more. */
export async function listResources<S, R, V, D extends Deps, L>(
  deps: D,
  actor: Actor,
  kind: ContentKind<S, R, V, D, L>,
  page: ContentPage,
): Promise<(L | V)[]> {
  return kind.list ? kind.list(deps, actor, page) : listRows(deps, actor, kind, page);
}

/** Like `listResources`, with the full view of each resource. */
export async function listRows<S, R, V, D extends Deps>(
  deps: D,
  actor: Actor,
  kind: Omit<ContentKind<S, R, V, D>, "list">,
  page: ContentPage,
): Promise<(V & Standing)[]> {
  const {type, columns, joins = sql``} = kind;
  const {rows} = await sql<S & StandingRow>`
    ${prepared} select ${listedColumns}, k.*
    from ${readablePage(actor, kind, page)} readable
      cross join lateral (${contentOf(actor)}) c
      cross join lateral (select ${columns(actor)} from ${tableOf(type)} k ${joins}
        where k.org_id = ${actor.orgId} and k.id = readable.id offset 0) k
    order by readable.place`.execute(deps.db);
  const views: (V & Standing)[] = [];
  for (const row of rows) {
    views.push({...(await kind.view(kind.read(row), deps, actor)), ...viewStanding(row)});
  }
  return views;
}

export async function getResource<S, R, V, D extends Deps, L>(
  deps: D,
  actor: Actor,
  kind: ContentKind<S, R, V, D, L>,
  id: string,
): Promise<V> {
  return kind.view(await requireResource(deps.db, actor, kind, id, "view"), deps, actor);
}

/** The resource, if the caller has this right on it: `not_found` or `missing_privilege` otherwise. */
export async function requireResource<S, R>(
  db: Db | Tx,
  actor: Actor,
  {type, columns, joins = sql``, read}: StoredKind<S, R>,
  id: string,
  right: Right,
  lock = sql``,
): Promise<R & {level: number}> {
  const {rows} = await sql<S & {level: number}>`
    ${prepared} select ${contentColumns}, ${columns(actor)}, ${levelSql(actor)} as level
    from content c join ${tableOf(type)} k on k.org_id = c.org_id and k.id = c.id ${joins}
    where c.org_id = ${actor.orgId} and c.id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  requireRight(row && levelOn(type, row.level), right, type, id);
  return {...read(row!), level: row!.level};
}

/** `requireResource` of one kind. */
export function requirerOf<S, R>(kind: StoredKind<S, R>) {
  return (db: Db | Tx, actor: Actor, id: string, right: Right) => requireResource(db, actor, kind, id, right);
}

/**
 * Like `requireResource`, but locks the resource against other changes until the transaction ends. The row is read after
 * the lock is taken: a statement that waits for a lock sees the locked row as it is now, but its subqueries as they were
 * when it began.
 */
export async function lockResource<S, R>(
  tx: Tx,
  actor: Actor,
  kind: StoredKind<S, R>,
  id: string,
  right: Right,
  lock = sql``,
): Promise<R & {level: number}> {
  await lockContent(tx, actor, kind.type, id);
  return requireResource(tx, actor, kind, id, right, lock);
}

/**
 * Deletes the resource. `checkCurrent` gets the locked resource as it is now, and may refuse the deletion. `isForced` is
 * called after `checkCurrent`, and may refuse the caller's arguments.
 */
export async function deleteResource<S, R extends ContentRow, V, D extends Deps, L>(
  deps: D,
  actor: Actor,
  kind: ContentKind<S, R, V, D, L>,
  id: string,
  isForced?: () => boolean,
  checkCurrent?: (current: V) => void,
): Promise<void> {
  await deps.db
    .transaction()
    .execute(tx => deleteResourceIn({...deps, db: tx}, actor, kind, id, isForced, checkCurrent));
}

/** Like `deleteResource`, in the caller's transaction. */
export async function deleteResourceIn<S, R extends ContentRow, V, D extends Deps, L>(
  deps: D & {readonly db: Tx},
  actor: Actor,
  kind: ContentKind<S, R, V, D, L>,
  id: string,
  isForced = () => false,
  checkCurrent: (current: V) => void = anyVersion,
): Promise<void> {
  const tx = deps.db;
  const {beforeDelete, beforeForcedDelete, afterDelete} = kind;
  const row = await lockResource(tx, actor, kind, id, "own", kind.isReferredTo && sql`for update of c, k`);
  checkCurrent(await kind.view(row, deps, actor));
  await (isForced() ? beforeForcedDelete : beforeDelete)?.(tx, actor, row);
  await deleteContent(tx, actor, kind.type, row);
  await afterDelete?.(tx, actor, row);
}
