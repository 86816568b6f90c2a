import type {SheetTab} from "./schemas.ts";

/** A hash of all content of a sheet, including its queries. */
export function hashOfCells(tabs: readonly SheetTab[]): string {
  return Bun.CryptoHasher.hash("sha256", JSON.stringify(tabs), "base64url");
}
