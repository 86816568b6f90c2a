/** A hash of a value's JSON, for keys of caches. */
export function hashOf(value: unknown): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(value)).digest("base64url");
}
