import type {Db} from "../db.ts";
import {decryptSecret} from "../secrets.ts";
import {connectionType, joinSecrets, parseConfig} from "./parse-config.ts";
import type {ConnectionType, WarehouseConfig} from "./types.ts";

/** The encryption context of a configuration that is sent to a worker to be tested before it is stored. */
export const CALL_CONTEXT = "call";

export interface OpenableConnection {
  id: string;
  type: ConnectionType;
  config: WarehouseConfig;
  version: number;
}

/** A connection with its secrets, for the worker that opens it; `undefined` if the org has none with this id. */
export async function loadConnection(
  db: Db,
  keys: readonly Buffer[],
  orgId: string,
  id: string,
): Promise<OpenableConnection | undefined> {
  const row = await db
    .selectFrom("connections")
    .select(["id", "type", "config", "secrets", "version"])
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const config = openConfig(keys, row);
  return {id, type: config.type, config, version: row.version};
}

/** Decrypts the configuration in a `test_connection` call. */
export function openSealed(keys: readonly Buffer[], sealed: string): WarehouseConfig {
  const {type, ...fields}: Record<string, unknown> = JSON.parse(
    decryptSecret(keys, CALL_CONTEXT, Buffer.from(sealed, "base64")),
  );
  return parseConfig(connectionType(String(type)), fields);
}

/** Decrypts the configuration of a stored row. */
export function openConfig(
  keys: readonly Buffer[],
  row: {id: string; type: string; config: unknown; secrets: Buffer | null},
): WarehouseConfig {
  const secret = row.secrets === null ? null : decryptSecret(keys, row.id, row.secrets);
  const shown = typeof row.config === "object" && row.config !== null ? row.config : {};
  return joinSecrets(connectionType(row.type), shown, secret);
}
