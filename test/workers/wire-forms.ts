import {join} from "node:path";
import {JOBS} from "../../shared/core/jobs.ts";
import {PROTOCOL} from "../../shared/core/process/protocol-version.ts";
import {RunRequest} from "../../shared/core/wire/run-request.ts";
import {WireError} from "../../shared/core/wire-error.ts";
import {CALLS} from "../../shared/core/workers/calls.ts";
import {FRAME_KINDS} from "../../shared/core/workers/line.ts";
import {hashOf} from "../../shared/core/workers/protocol.ts";

/** The keywords of a schema that make its form, the parts of a call, and the kinds of frames. */
const FORM: ReadonlySet<string> = new Set([
  ...["type", "const", "anyOf", "allOf", "items", "patternProperties", "request", "answer"],
  ...Object.keys(FRAME_KINDS),
]);

export const RECORDED = join(import.meta.dir, "wire-forms.json");

/**
 * A digest of each form in which processes send each other something, and the version of the protocol that has them.
 * Optional parts do not count: a worker of an earlier release passes over those that it does not know.
 */
export function wireForms(): {protocol: number; forms: Record<string, string>} {
  const {run_query, answer_call} = JOBS;
  const forms = {run: RunRequest, error: WireError, frames: FRAME_KINDS, run_query, answer_call, ...CALLS};
  return {
    protocol: PROTOCOL,
    forms: Object.fromEntries(
      Object.entries(forms).map(([name, form]) => [name, hashOf(JSON.stringify(needed(form))).slice(0, 16)]),
    ),
  };
}

/** A schema without its optional properties, and without what says nothing of the form. */
function needed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(needed);
  if (typeof schema !== "object" || schema === null) return schema;
  const required = "required" in schema && Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (key === "properties" && typeof value === "object") {
      const kept = Object.entries(value).filter(([name]) => required.includes(name));
      return [[key, kept.map(([name, property]) => [name, needed(property)])]];
    }
    return FORM.has(key) ? [[key, needed(value)]] : [];
  });
  return entries;
}
