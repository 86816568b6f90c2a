/** The types that a value in a document can be read as. */
export const PATH_TYPES = ["string", "number", "boolean", "date"] as const;
export type PathType = (typeof PATH_TYPES)[number];

/**
 * Why a key cannot be part of a path: not every engine can write it in one. A quote or backslash would end it there, so
 * that nothing of a key can be read as anything else.
 */
export function keyFault(key: string): string | undefined {
  const code = [...key].find(char => char === '"' || char === "\\" || char < " " || char === "\u007f");
  return code === undefined ? undefined : `holds the character ${JSON.stringify(code)}`;
}
