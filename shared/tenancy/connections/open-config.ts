import {Type} from "@sinclair/typebox";
import type {Db} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {decryptSecret} from "../../core/secrets.ts";
import {readerOf} from "../../core/validate.ts";
import {connectionType, joinSecrets, parseConfig} from "./parse-config.ts";
import type {ConnectionType, WarehouseConfig} from "./types.ts";

/** The encryption context of a candidate configuration that is sent to a worker for a test, before it is stored. */
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

const readFields = readerOf(Type.Record(Type.String(), Type.Unknown()), "the configuration of a call");

/** Decrypts the configuration in a `test_connection` call. */
export function openSealed(keys: readonly Buffer[], sealed: string): WarehouseConfig {
  const {type, ...fields} = readFields(
    JSON.parse(decryptSecret(keys, CALL_CONTEXT, Buffer.from(sealed, "base64"))),
  );
  return parseConfig(connectionType(String(type)), fields);
}

interface StoredConfig {
  id: string;
  type: string;
  config: unknown;
  secrets: Buffer | null;
}

/** Decrypts the configuration of a stored row; `connection_failed` if the key to its secrets is lost. */
function openConfig(keys: readonly Buffer[], row: StoredConfig): WarehouseConfig {
  const secret = row.secrets === null ? null : decrypted(keys, row.id, row.secrets);
  return joinSecrets(connectionType(row.type), publicSettings(row), secret);
}

/**
 * The configuration that an edit starts from. If the key to the secrets is lost, the configuration is without secrets.
 */
export function editableConfig(keys: readonly Buffer[], row: StoredConfig): {type: ConnectionType} {
  try {
    return openConfig(keys, row);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {...publicSettings(row), type: connectionType(row.type)};
  }
}

function publicSettings({config}: StoredConfig): object {
  return typeof config === "object" && config !== null ? config : {};
}

function decrypted(keys: readonly Buffer[], id: string, secrets: Buffer): string {
  try {
    return decryptSecret(keys, id, secrets);
  } catch (cause) {
    throw new ServiceError(
      "connection_failed",
      "The secrets of this connection were encrypted with a key that the service does not have any more. Enter them again.",
      {cause},
    );
  }
}
