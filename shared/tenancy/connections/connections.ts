import {notFound, requireOrgAdminServiceAccount} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import type {Db, Tx} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {newId} from "../../core/ids.ts";
import type {Page} from "../../core/paging.ts";
import {encryptSecret} from "../../core/secrets.ts";
import type {Calls} from "../../core/workers/calls.ts";
import {CALL_CONTEXT, editableConfig} from "./open-config.ts";
import {connectionType, mergeConfig, parseConfig, splitSecrets} from "./parse-config.ts";
import type {ConnectionEdit, ConnectionInput} from "./schemas.ts";
import {tablesLeftBehind} from "./stored-tables.ts";
import type {WarehouseConfig} from "./types.ts";

/**
 * The dependencies of the functions on connections. `test` lets a worker try the connection, and throws
 * `connection_failed`. `onReconfigured` is called in the transaction that changes the settings of a connection.
 */
export interface ConnectionDeps {
  readonly db: Db;
  readonly encryptionKeys: readonly Buffer[];
  test(request: Calls["test_connection"]["request"]): Promise<Calls["test_connection"]["answer"]>;
  onReconfigured(tx: Tx, connectionId: string): Promise<void>;
}

/** A connection. Members see `id`, `name` and `type`; org-admins also the configuration without its secrets. */
export interface ConnectionView {
  id: string;
  name: string;
  type: string;
  config?: unknown;
  createdAt?: string;
}

interface ConnectionRow {
  id: string;
  name: string;
  type: string;
  config: unknown;
  secrets: Buffer | null;
  version: number;
  created_at: Date;
}

const COLUMNS = ["id", "name", "type", "config", "secrets", "version", "created_at"] as const;

function selectConnection(db: Db | Tx, orgId: string, id: string) {
  return db.selectFrom("connections").select(COLUMNS).where("org_id", "=", orgId).where("id", "=", id);
}

function view(actor: Actor, row: Omit<ConnectionRow, "secrets" | "version">): ConnectionView {
  const {id, name, type, config} = row;
  if (actor.orgRole !== "admin") return {id, name, type};
  return {id, name, type, config, createdAt: row.created_at.toISOString()};
}

export async function listConnections(db: Db, actor: Actor, page: Page): Promise<ConnectionView[]> {
  let query = db
    .selectFrom("connections")
    .select(["id", "name", "type", "config", "created_at"])
    .where("org_id", "=", actor.orgId)
    .orderBy("id", "desc")
    .limit(page.limit + 1);
  if (page.before !== undefined) query = query.where("id", "<", page.before);
  return (await query.execute()).map(row => view(actor, row));
}

export async function getConnection(db: Db, actor: Actor, id: string): Promise<ConnectionView> {
  return view(actor, await requireConnection(db, actor, id));
}

async function lockConnection(tx: Tx, actor: Actor, id: string): Promise<ConnectionRow> {
  const row = await selectConnection(tx, actor.orgId, id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("connection", id);
  return row;
}

/** The connection's row. `not_found` if the caller's org has none with this id. */
async function requireConnection(db: Db, actor: Actor, id: string): Promise<ConnectionRow> {
  const row = await selectConnection(db, actor.orgId, id).executeTakeFirst();
  if (!row) throw notFound("connection", id);
  return row;
}

/** Tests the connection and stores it. If it cannot be opened, throws `connection_failed` and stores nothing. */
export async function createConnection(
  deps: ConnectionDeps,
  actor: Actor,
  input: ConnectionInput,
): Promise<ConnectionView> {
  requireOrgAdminServiceAccount(actor);
  const type = connectionType(input.type);
  const config = parseConfig(type, input.config);
  await deps.test({orgId: actor.orgId, sealed: seal(deps, config)});
  const id = newId("conn");
  const stored = storedParts(deps, id, config);
  return deps.db.transaction().execute(async tx => {
    const row = await tx
      .insertInto("connections")
      .values({id, org_id: actor.orgId, name: input.name, type, ...stored})
      .returning(["id", "name", "type", "config", "created_at"])
      .executeTakeFirstOrThrow();
    await audit(tx, actor, "connection.create", {type: "connection", id}, {name: input.name, type});
    return view(actor, row);
  });
}

/**
 * Tests a changed configuration before it replaces the old one. `checkCurrent` gets the locked connection as it is now,
 * and may refuse the change.
 */
export async function updateConnection(
  deps: ConnectionDeps,
  actor: Actor,
  id: string,
  readEdit: () => Promise<ConnectionEdit>,
  checkCurrent: (current: ConnectionView) => void,
): Promise<ConnectionView> {
  const before = await requireConnection(deps.db, actor, id);
  requireOrgAdminServiceAccount(actor);
  const edit = await readEdit();
  if (edit.type !== undefined && edit.type !== before.type) {
    const message = `The type of a connection stays as it is ("${before.type}"): make a new connection instead.`;
    throw invalidAt("/type", message);
  }
  checkCurrent(view(actor, before));
  const config = edit.config && mergeConfig(editableConfig(deps.encryptionKeys, before), edit.config);
  if (config) await deps.test({orgId: actor.orgId, sealed: seal(deps, config)});
  return deps.db.transaction().execute(async tx => {
    const locked = await lockConnection(tx, actor, id);
    checkCurrent(view(actor, locked));
    if (locked.version !== before.version) {
      throw new ServiceError("conflict", "The connection was changed meanwhile: read it again.");
    }
    const row = await tx
      .updateTable("connections")
      .set({
        ...(edit.name === undefined ? {} : {name: edit.name}),
        ...(config ? {...storedParts(deps, id, config), version: before.version + 1} : {}),
        updated_at: new Date(),
      })
      .where("org_id", "=", actor.orgId)
      .where("id", "=", id)
      .returning(["id", "name", "type", "config", "created_at"])
      .executeTakeFirstOrThrow();
    const changed = Object.keys(edit).filter(key => key === "name" || key === "config");
    await audit(tx, actor, "connection.update", {type: "connection", id}, {changed});
    if (config) {
      await publish(tx, {kind: "connection", id});
      await deps.onReconfigured(tx, id);
    }
    return view(actor, row);
  });
}

/** Deletes the connection. `conflict` while projects use it, or roll-ups are stored in it. */
export async function deleteConnection(
  db: Db,
  actor: Actor,
  id: string,
  checkCurrent: (current: ConnectionView) => void,
): Promise<void> {
  await requireConnection(db, actor, id);
  requireOrgAdminServiceAccount(actor);
  await db.transaction().execute(async tx => {
    // Creating a project takes a share lock on the row of its connection, so the deletion waits for that transaction.
    const current = await lockConnection(tx, actor, id);
    checkCurrent(view(actor, current));
    const {name} = current;
    const users = await tx
      .selectFrom("projects")
      .select("name")
      .where("org_id", "=", actor.orgId)
      .where("connection_id", "=", id)
      .orderBy("name")
      .execute();
    if (users.length > 0) {
      const names = users.map(project => `"${project.name}"`).join(", ");
      throw new ServiceError(
        "conflict",
        `Projects use the connection "${name}": delete them or move them first (${names}).`,
      );
    }
    const leftTables = await tablesLeftBehind(tx, actor.orgId, {id, name});
    await tx.deleteFrom("connections").where("org_id", "=", actor.orgId).where("id", "=", id).execute();
    await audit(
      tx,
      actor,
      "connection.delete",
      {type: "connection", id},
      {
        name,
        ...(leftTables.length > 0 ? {leftTables} : {}),
      },
    );
    await publish(tx, {kind: "connection", id});
  });
}

/** Lets a worker open the stored connection. `checkBody` may refuse the request after its rights are checked. */
export async function testConnection(
  deps: ConnectionDeps,
  actor: Actor,
  id: string,
  checkBody: () => Promise<void>,
): Promise<Calls["test_connection"]["answer"]> {
  await requireConnection(deps.db, actor, id);
  requireOrgAdminServiceAccount(actor);
  await checkBody();
  return deps.test({orgId: actor.orgId, connectionId: id});
}

function seal(deps: ConnectionDeps, config: WarehouseConfig): string {
  return encryptSecret(deps.encryptionKeys, CALL_CONTEXT, JSON.stringify(config)).toString("base64");
}

function storedParts(deps: ConnectionDeps, id: string, config: WarehouseConfig) {
  const {plain, secret} = splitSecrets(config);
  return {
    config: JSON.stringify(plain),
    secrets: secret === null ? null : encryptSecret(deps.encryptionKeys, id, secret),
  };
}
