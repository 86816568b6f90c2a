import {type Static, Type} from "@sinclair/typebox";

/** Keys of objects and, from 0 on, places in arrays. */
export const JsonPath = Type.Array(
  Type.Union([Type.String({minLength: 1, maxLength: 128}), Type.Integer({minimum: 0, maximum: 10_000})]),
  {
    minItems: 1,
    maxItems: 20,
    description:
      'Where the value lies in a `column` of JSON: keys of objects, and places in arrays from 0: `["plan", "tier"]`. A value that is missing or of another type is null',
  },
);
export type JsonPath = Static<typeof JsonPath>;

/** The types that a value in a document can be read as. */
export const PATH_TYPES = ["string", "number", "boolean", "date"] as const;
export type PathType = (typeof PATH_TYPES)[number];

/**
 * The reason why a key cannot be part of a path; `undefined` if it can. Not every engine can write every key, and a quote
 * or a backslash would end the key in SQL, so that its rest could be read as SQL.
 */
export function keyFault(key: string): string | undefined {
  const code = [...key].find(char => char === '"' || char === "\\" || char < " " || char === "\u007f");
  return code === undefined ? undefined : `holds the character ${JSON.stringify(code)}`;
}
