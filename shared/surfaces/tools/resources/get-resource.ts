import {Type} from "@sinclair/typebox";
import {findActionRun} from "../../../automation/actions/runs.ts";
import {getDelivery} from "../../../automation/deliveries/deliveries.ts";
import type {Actor} from "../../../core/actor.ts";
import {ServiceError} from "../../../core/errors.ts";
import {getRun} from "../../../querying/queries/runs.ts";
import {getConnection} from "../../../tenancy/connections/connections.ts";
import {getProject} from "../../../tenancy/projects/projects.ts";
import {MAX_ANSWER_BYTES} from "../answer-size.ts";
import {defineTool, READS, type Runner} from "../tool.ts";
import {BY_PREFIX} from "./kinds.ts";

type Reader = (runner: Runner, actor: Actor, id: string) => Promise<object>;

/** Functions that read a resource, by the prefix of its id, in alphabetical order. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>(
  [
    ...BY_PREFIX.entries().map(([prefix, {get}]): [string, Reader] => [prefix, get]),
    ...Object.entries<Reader>({
      async conn({db}, actor, id) {
        const {name, type} = await getConnection(db, actor, id);
        return {id, name, type};
      },
      dlv: getDelivery,
      proj: ({db}, actor, id) => getProject(db, actor, id),
      run: async (runner, actor, id) =>
        (await findActionRun(runner, actor, id)) ?? getRun(runner.db, actor, id),
    }),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);
const PREFIXES = READERS.keys()
  .map(prefix => `${prefix}_…`)
  .toArray();

export const getResourceTool = defineTool({
  name: "get_resource",
  title: "Get a resource",
  description: `One resource in full, by its id: ${PREFIXES.join(", ")}.`,
  scope: "read",
  input: Type.Object({id: Type.String({maxLength: 100})}, {additionalProperties: false}),
  output: Type.Object({resource: Type.Object({}), leftOut: Type.Optional(Type.Array(Type.String()))}),
  annotations: READS,
  async call({runner, actor}, {id}) {
    const read = READERS.get(id.slice(0, id.lastIndexOf("_")));
    if (!read) throw unknownKind(id);
    const {resource, leftOut} = within(await read(runner, actor, id));
    const text = JSON.stringify(resource);
    if (leftOut.length === 0) return {text, structured: {resource}};
    const note = `Left out, because too long for one answer: ${leftOut.join(", ")}. The HTTP API returns everything.`;
    return {text: `${text}\n${note}`, structured: {resource, leftOut}};
  },
});

/** The resource without the parts that would make the answer too long; small parts are preferred. */
function within(whole: object): {resource: object; leftOut: string[]} {
  const parts = Object.entries(whole).map(([key, value]) => ({
    key,
    size: Buffer.byteLength(JSON.stringify(value) ?? ""),
  }));
  let left = MAX_ANSWER_BYTES;
  const referredIds = new Set<string>();
  for (const {key, size} of parts.toSorted((a, b) => a.size - b.size)) {
    left -= size + key.length + 4;
    if (left >= 0) referredIds.add(key);
  }
  return {
    resource: Object.fromEntries(Object.entries(whole).filter(([key]) => referredIds.has(key))),
    leftOut: parts.map(part => part.key).filter(key => !referredIds.has(key)),
  };
}

function unknownKind(id: string): ServiceError {
  const message = `"${id}" is not an id that this tool can read; ids begin with ${PREFIXES.join(", ")}.`;
  return new ServiceError("not_found", message, {errors: [{path: "/id", message, allowed: PREFIXES}]});
}
