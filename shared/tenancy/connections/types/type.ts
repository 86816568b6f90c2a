import type {Static, TObject, TSchema} from "@sinclair/typebox";
import {type ErrorDetail, ServiceError} from "../../../core/errors.ts";
import {parserOf} from "../../../core/validate.ts";
import {parseServerUrl, type UrlForm} from "./server-url.ts";

/** The configuration of one type of connection. */
export interface Described<T extends TObject, C extends object> {
  /** The product's name. */
  title: string;
  fields: T;
  /** The URL that may be given in place of the fields. */
  url?: UrlForm;
  /** Fields that are stored encrypted. */
  secrets: readonly string[];
  /** Fields whose change sends the secrets to another server or user, so that the secrets must be given again. */
  anchors: readonly string[];
  /** The configuration as it is stored and opened, with its defaults. */
  complete(fields: Static<T>): C;
}

/** A type of connection with its parser, which names each fault with its path from the root of the request's body. */
export function describeType<N extends string, T extends TObject, C extends object>(
  type: N,
  described: Described<T, C>,
) {
  const parseFields = prefixed(described.fields);
  const {url} = described;
  const parseUrl = url && prefixed(url.fields);
  /** Replaces a URL by the fields that it stands for. */
  const expandUrl = (config: object): object =>
    url && parseUrl && "url" in config ? parseServerUrl(url, parseUrl(config).url) : config;
  return {
    ...described,
    expandUrl,
    parse: (config: unknown): {type: N} & C => ({
      type,
      ...described.complete(
        parseFields(typeof config === "object" && config !== null ? expandUrl(config) : config),
      ),
    }),
  };
}

/** Parses a configuration, and reports faults with their path from the root of the request's body. */
function prefixed<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const parse = parserOf(schema, "config");
  return value => {
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const errors: ErrorDetail[] = (error.details.errors ?? []).map(detail => ({
        ...detail,
        path: `/config${detail.path}`,
      }));
      throw new ServiceError(error.code, error.message, {errors});
    }
  };
}
