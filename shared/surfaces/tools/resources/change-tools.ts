import {Type} from "@sinclair/typebox";
import {errorUnder, invalidAt, ServiceError} from "../../../core/errors.ts";
import {revokeGrant} from "../../../tenancy/grants/grants.ts";
import {GrantQuery} from "../../../tenancy/grants/schemas.ts";
import {CREATES, defineTool, type Tool} from "../tool.ts";
import {BY_PREFIX} from "./kinds.ts";

const closed = {additionalProperties: false} as const;
const CHANGEABLE = BY_PREFIX.entries()
  .filter(([, {edit}]) => edit !== undefined)
  .toArray();
const CHANGEABLE_TYPES = new Intl.ListFormat("en-GB", {type: "disjunction"}).format(
  CHANGEABLE.map(([, {type}]) => type),
);

const updateTool = defineTool({
  name: "update_resource",
  title: "Change a resource",
  description: `Changes a ${CHANGEABLE_TYPES}: changes has the arguments of its create tool to replace, each whole (tiles: all tiles; null clears); for a schedule or action also active. For a grant use create_grant.`,
  scope: "write",
  input: Type.Object(
    {id: Type.String({maxLength: 100}), changes: Type.Object({}, {minProperties: 1})},
    closed,
  ),
  output: Type.Object({id: Type.String(), resource: Type.Object({})}),
  annotations: {...CREATES, destructiveHint: true, idempotentHint: true},
  async call({runner, actor}, {id, changes}) {
    const edit = BY_PREFIX.get(prefixOf(id))?.edit;
    if (!edit)
      throw unknownKind(
        id,
        CHANGEABLE.map(([prefix]) => prefix),
      );
    const resource = await edit(runner, actor, id, {...changes}).catch(error => {
      throw errorUnder("/changes", error);
    });
    const named = resource.name === undefined ? "" : ` "${resource.name}"`;
    return {text: `Changed ${resource.id}${named}.`, structured: {id: resource.id, resource}};
  },
});

const deleteTool = defineTool({
  name: "delete_resource",
  title: "Delete a resource",
  description:
    "Deletes a resource for good; a grant also needs resourceType and resourceId. force deletes a chart that dashboards show. Ask the person first.",
  scope: "manage",
  input: Type.Object(
    {
      id: Type.String({maxLength: 100}),
      force: Type.Optional(Type.Boolean()),
      ...Type.Partial(GrantQuery).properties,
    },
    closed,
  ),
  output: Type.Object({id: Type.String()}),
  annotations: {...CREATES, destructiveHint: true},
  async call({runner, actor}, {id, force = false, resourceType, resourceId}) {
    const kind = BY_PREFIX.get(prefixOf(id));
    if (prefixOf(id) === "grant") {
      if (!resourceType || !resourceId) {
        const message = "To delete a grant, also send resourceType and resourceId of its resource.";
        throw invalidAt("/resourceId", message);
      }
      await revokeGrant(runner.db, actor, id, {resourceType, resourceId});
    } else if (kind) await kind.delete(runner, actor, id, () => force);
    else throw unknownKind(id, [...BY_PREFIX.keys(), "grant"]);
    return {text: `Deleted ${id}.`, structured: {id}};
  },
});

function prefixOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf("_")));
}

function unknownKind(id: string, prefixes: readonly string[]): ServiceError {
  const allowed = prefixes.map(prefix => `${prefix}_…`);
  const message = `"${id}" is not an id that this tool accepts; ids begin with ${allowed.join(", ")}.`;
  return new ServiceError("not_found", message, {errors: [{path: "/id", message, allowed}]});
}

export const changeTools: readonly Tool[] = [updateTool, deleteTool];
