import type {TSchema} from "@sinclair/typebox";
import type {Scope} from "../../shared/ground/actor.ts";
import type {ErrorCode} from "../../shared/ground/errors.ts";
import {capitalised} from "../../shared/ground/one-line.ts";
import {withArticle} from "../../shared/tenancy/content-kinds/describe.ts";

/** The part of the OpenAPI document about a kind of content that does not follow from the kind's name. */
export interface KindDoc {
  /** What the kind is: the description of its tag. */
  about: string;
  view: TSchema;
  answer: object;
  /** The schema and example of a list's entries, where they differ from a single resource. */
  listed?: {schema: TSchema; answer: object};
  /** Descriptions of the operations. That of the list has a default. */
  list?: string;
  get?: string;
  remove?: string;
  activity?: string;
  /** The difference between deleting this kind and deleting other kinds, in a sentence. */
  removal?: {
    scope?: Scope;
    unpaid?: true;
    errors?: readonly ErrorCode[];
    /** What `force=true` does, where a deletion can be forced. */
    force?: string;
  };
}

/** The names of a kind, as in "Charts" and "a chart". */
export function namesOf(type: string): {tag: string; one: string} {
  return {
    tag: `${capitalised(type)}s`,
    one: withArticle(type),
  };
}
