import {Type} from "@sinclair/typebox";
import {requireOrgAdminServiceAccount} from "../../shared/core/access.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {queueBuilds} from "../../shared/modeling/rollups/queue-build.ts";
import {
  type ConnectionDeps,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  testConnection,
  updateConnection,
} from "../../shared/tenancy/connections/connections.ts";
import {ConnectionTypeView, describeTypes} from "../../shared/tenancy/connections/describe-types.ts";
import {
  ConnectionEdit,
  ConnectionInput,
  ConnectionTested,
  ConnectionView,
} from "../../shared/tenancy/connections/schemas.ts";
import type {Web} from "../dependencies.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import {type Asset, assetOf, assetResponse} from "../pages/client-files.ts";
import {Operations} from "../server/operations.ts";
import {callWorker} from "../worker-calls/worker-call.ts";

const NEEDS = "Needs the service account of an org-admin.";

const answer = {
  id: "conn_01kah4q9w2e5tb3x8m6n7p0rsv",
  name: "Shop",
  type: "postgres",
  config: {
    host: "db.example.com",
    port: 5432,
    database: "shop",
    user: "analytics",
    ssl: "verify-full",
    schema: "public",
  },
  createdAt: "2026-01-31T09:30:00.000Z",
};

/** Connections to warehouses. */
export function connectionRoutes(web: Web) {
  let described: Asset | undefined;
  // The answer is built and compressed once, because each page that connects a warehouse loads it.
  const describedTypes = () => {
    described ??= assetOf("application/json", Buffer.from(JSON.stringify(describeTypes())));
    return described;
  };
  return new Operations(web, "Connections")
    .addList("/api/connections", {
      summary: "List connections",
      description:
        "Newest first. Members see id, name and type; org-admins also the configuration without its secrets.",
      response: Type.Array(ConnectionView),
      answer: [answer],
      errors: ["invalid_request"],
      list: ({actor}, page) => listConnections(web.db, actor, page()),
    })
    .add("POST", "/api/connections", {
      scope: "write",
      status: 201,
      summary: "Create a connection",
      description:
        `${NEEDS} The connection is tested before it is saved: \`connection_failed\` says why it does not answer. ` +
        "Postgres, Redshift and MySQL take fields or a `url`; link-local addresses and the service's own database are refused. DuckDB takes the path of a file in the " +
        "organization's folder of the warehouse directory. Secrets are encrypted and never returned.",
      body: ConnectionInput,
      example: {
        name: "Shop",
        type: "postgres",
        config: {
          host: "db.example.com",
          database: "shop",
          user: "analytics",
          password: "…",
          ssl: "verify-full",
        },
      },
      response: ConnectionView,
      answer,
      errors: ["missing_privilege", "connection_failed", "worker_unavailable"],
      idempotent: true,
      handle: async call => {
        requireOrgAdminServiceAccount(call.actor);
        const input = await call.body();
        return call.once(db => createConnection({...depsOf(web, call), db}, call.actor, input));
      },
    })
    .add("GET", "/api/connections/types", {
      scope: "read",
      summary: "List connection types",
      description:
        "The types of warehouses, each with the JSON Schema of its `config`, from which a client can generate a form; secrets are `writeOnly`. " +
        "`postgres`, `redshift` and `mysql` also take a `url` in place of its fields.",
      response: Type.Array(ConnectionTypeView),
      answer: [
        {
          type: "duckdb",
          title: "DuckDB",
          config: {
            type: "object",
            required: ["path"],
            properties: {path: {type: "string"}},
            additionalProperties: false,
          },
        },
      ],
      handle: call => assetResponse(describedTypes(), call.request, {}),
    })
    .add("GET", "/api/connections/:connectionId", {
      scope: "read",
      summary: "Get a connection",
      description: "Members see id, name and type; org-admins also the configuration without its secrets.",
      response: ConnectionView,
      answer,
      errors: ["not_found"],
      etag: true,
      handle: async call => withEtag(call, await getConnection(web.db, call.actor, idOf(call))),
    })
    .add("PATCH", "/api/connections/:connectionId", {
      scope: "write",
      summary: "Change a connection",
      description: `${NEEDS} A changed configuration is tested before it replaces the old one.`,
      body: ConnectionEdit,
      example: {config: {host: "replica.example.com", password: "…"}},
      response: ConnectionView,
      answer,
      errors: ["missing_privilege", "not_found", "conflict", "connection_failed", "worker_unavailable"],
      etag: true,
      handle: async call => {
        const edited = updateConnection(
          depsOf(web, call),
          call.actor,
          idOf(call),
          call.body,
          ifMatch(call.request),
        );
        return withEtag(call, await edited);
      },
    })
    .add("DELETE", "/api/connections/:connectionId", {
      scope: "manage",
      status: 204,
      summary: "Delete a connection",
      description: `${NEEDS} 409 while a project uses the connection, or a roll-up is stored in its warehouse.`,
      errors: ["missing_privilege", "not_found", "conflict"],
      etag: true,
      handle: async call => deleteConnection(web.db, call.actor, idOf(call), ifMatch(call.request)),
    })
    .add("POST", "/api/connections/:connectionId/test", {
      scope: "write",
      summary: "Test a connection",
      description: `${NEEDS} Opens the warehouse with the stored configuration.`,
      response: ConnectionTested,
      answer: {version: "PostgreSQL 18.0", latencyMs: 12.5},
      errors: [
        "missing_privilege",
        "not_found",
        "invalid_request",
        "connection_failed",
        "worker_unavailable",
      ],
      handle: async call => testConnection(depsOf(web, call), call.actor, idOf(call), call.noBody),
    }).app;
}

function idOf({params}: {params: Record<string, string>}): string {
  return params["connectionId"] ?? "";
}

function depsOf(
  web: Web,
  {actor, requestId, request}: {actor: Actor; requestId: string; request: Request},
): ConnectionDeps {
  return {
    db: web.db,
    encryptionKeys: web.config.encryptionKeys,
    test: asked => callWorker(web, "test_connection", asked, {requestId, signal: request.signal}),
    onReconfigured: (tx, connectionId) => queueBuilds(tx, actor.orgId, {connectionId}),
  };
}
