import {open, realpath, stat} from "node:fs/promises";
import {join, relative, resolve, sep} from "node:path";
import {ServiceError} from "../../../shared/core/errors.ts";

const MAGIC = Buffer.from("DUCK");
const MAGIC_OFFSET = 8;

/**
 * The real path of an org's DuckDB file. Links are resolved before the check, because only the final location counts.
 * Rejects with `connection_failed` for anything that is not a DuckDB file in the org's own folder.
 */
export async function findDuckdbFile(warehouseDir: string, orgId: string, path: string): Promise<string> {
  const folder = await realpath(join(warehouseDir, orgId)).catch(() => undefined);
  const where = `DuckDB files must be in the organization's folder of the warehouse directory, $WAREHOUSE_DIR/${orgId}/.`;
  if (folder === undefined) throw failed(`There is no file "${path}". ${where}`);
  const requestedPath = resolve(folder, path);
  const isWithin = isInside(folder, requestedPath) || isInside(join(warehouseDir, orgId), requestedPath);
  if (!isWithin) throw failed(`"${path}" is outside of the organization's folder. ${where}`);
  const file = await realpath(requestedPath).catch(() => undefined);
  if (file === undefined) throw failed(`There is no file "${path}". ${where}`);
  if (!isInside(folder, file))
    throw failed(`"${path}" points outside of the organization's folder. ${where}`);
  if (!(await stat(file)).isFile()) throw failed(`"${path}" is not a file. ${where}`);
  if (!(await hasMagic(file))) throw failed(`"${path}" is not a DuckDB database file.`);
  return file;
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== "" && relativePath !== ".." && !relativePath.startsWith(`..${sep}`);
}

async function hasMagic(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const {buffer, bytesRead} = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, MAGIC_OFFSET);
    return bytesRead === MAGIC.length && buffer.equals(MAGIC);
  } finally {
    await handle.close();
  }
}

function failed(message: string): ServiceError {
  return new ServiceError("connection_failed", message);
}
