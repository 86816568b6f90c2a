import {createHash} from "node:crypto";
import {isId} from "../../../shared/core/ids.ts";

/** The prefix of all keys of deliveries' files; keys of snapshots have another one. */
export const DELIVERIES = "deliveries/";
const MAX_NAME_CHARACTERS = 255;
/** The longest encoded name; file systems allow 255 bytes. */
const MAX_ENCODED = 200;

/** Whether a file can have this name. */
export function isFileName(name: string): boolean {
  return name.length > 0 && name.length <= MAX_NAME_CHARACTERS && name.isWellFormed();
}

/** The folder or key prefix of a delivery's files. Throws for an invalid id, so that only ids get into a path. */
export function deliveryKey(orgId: string, deliveryId: string): string {
  if (!isId("org", orgId) || !isId("dlv", deliveryId)) {
    throw new Error(`"${orgId}" and "${deliveryId}" are not the ids of an organization and a delivery`);
  }
  return `${DELIVERIES}${orgId}/${deliveryId}`;
}

/** The file's path in the folder or bucket. Throws for an invalid id or name. */
export function fileKey(orgId: string, deliveryId: string, name: string): string {
  if (!isFileName(name)) throw new Error(`${JSON.stringify(name)} is not the name of a file`);
  return `${deliveryKey(orgId, deliveryId)}/${encodeName(name)}`;
}

/** Parses a key made by `fileKey`; `undefined` for any other name. */
export function parseFileKey(key: string): {orgId: string; deliveryId: string} | undefined {
  const [, orgId = "", deliveryId = ""] = /^deliveries\/([^/]+)\/([^/]+)\/[^/]+$/.exec(key) ?? [];
  return isId("org", orgId) && isId("dlv", deliveryId) ? {orgId, deliveryId} : undefined;
}

/**
 * Encodes a name with letters, digits, `_`, `.`, `-` and `~`, differently for different names. Any other byte, and a
 * dot at the beginning, becomes `~` with two hexadecimal digits. The end of a long name is replaced by a hash of all of
 * it.
 */
function encodeName(name: string): string {
  let encoded = "";
  for (const byte of Buffer.from(name)) {
    const character = String.fromCharCode(byte);
    const isPlain = /[\w.-]/.test(character) && !(character === "." && encoded === "");
    encoded += isPlain ? character : `~${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  if (encoded.length <= MAX_ENCODED) return encoded;
  const hash = createHash("sha256").update(name).digest("hex");
  return `${encoded.slice(0, MAX_ENCODED - hash.length - 2)}~-${hash}`;
}
