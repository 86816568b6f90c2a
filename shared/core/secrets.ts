import {createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual} from "node:crypto";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under the first key. `context` (the id of the secret's owner) is authenticated, so that a ciphertext
 * moved to another row does not decrypt. Layout: version, nonce, tag, ciphertext.
 */
export function encryptSecret(keys: readonly Buffer[], context: string, plain: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keys[0]!, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts a secret with the first key that fits, newest first. Throws if none fits: the key was lost, or the row was
 * altered.
 */
export function decryptSecret(keys: readonly Buffer[], context: string, sealed: Buffer): string {
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES);
  for (const key of keys) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return decipher.update(body, undefined, "utf8") + decipher.final("utf8");
    } catch (error) {
      // A key that does not fit fails on the tag; the next one may fit.
      if (key === keys.at(-1)) throw new Error("No ENCRYPTION_KEY decrypts this secret", {cause: error});
    }
  }
  throw new Error("There is no encryption key");
}

/** The hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Compares a secret with a given text, in a time that reveals nothing about the secret but its length. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Prefix of API tokens, which OAuth tokens do not have. */
export const TOKEN_PREFIX = "svc_pat_";

/** Prefix of the tokens of browser sessions. Its dot is in no OAuth token. */
export const SESSION_TOKEN_PREFIX = "page.";

/** A new API token: its prefix and 256 random bits. */
export function newToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
}
