import {describeNamed} from "../../shared/content/datasets/describe.ts";
import {notFound, requireOrgAdminServiceAccount} from "../../shared/core/access.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {invalidAt, type ServiceError} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {
  type Application,
  type ApplyDeps,
  applyGraph,
  declareJoin,
} from "../../shared/modeling/layer-versions/apply-graph.ts";
import {findBroken} from "../../shared/modeling/layer-versions/broken-content.ts";
import {exportOssie} from "../../shared/modeling/layer-versions/export-layer.ts";
import {
  listVersions,
  readLayerText,
  readVersion,
  restoreVersion,
} from "../../shared/modeling/layer-versions/versions.ts";
import {streamModels, visibleLayer} from "../../shared/querying/layers/model-list.ts";
import {projectsOf} from "../../shared/querying/layers/query-caches.ts";
import {
  ApplyQuery,
  BareGraph,
  GraphInput,
  LayerQuery,
  PreviewInput,
  SchemaQuery,
  WrappedGraph,
} from "../../shared/querying/layers/schemas.ts";
import {Join} from "../../shared/semantic/documents.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";
import {type ProjectRow, requireProject} from "../../shared/tenancy/projects/find.ts";
import type {Web} from "../dependencies.ts";
import * as doc from "../openapi/layer-docs.ts";
import {Operations} from "../server/operations.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {projectIdOf} from "./projects.ts";

/** The limit of a graph's JSON: enough for ten thousand models. */
const GRAPH_LIMIT_BYTES = 32 * 1024 * 1024;

const parseWrapped = parserOf(WrappedGraph);
const parseBare = parserOf(BareGraph);

interface LayerCall {
  actor: Actor;
  request: Request;
  requestId: string;
  params: Record<string, string>;
}

/** A project's semantic layer: the warehouse's tables, introspection, applying a graph and reading it. */
export function layerRoutes(web: Web) {
  const at = "/api/projects/:projectId";
  return new Operations(web, "Semantic layer")
    .add("GET", `${at}/schemas`, {
      scope: "write",
      ...doc.schemasDoc,
      unpaid: true,
      query: SchemaQuery,
      handle: async call => {
        const {orgId, connectionId} = await authoredProject(web, call);
        const {schema} = call.query();
        return callWorker(
          web,
          "read_catalog",
          {orgId, connectionId, ...(schema === undefined ? {} : {schema})},
          callOptionsOf(call),
        );
      },
    })
    .add("POST", `${at}/introspect/preview`, {
      scope: "write",
      ...doc.previewDoc,
      body: PreviewInput,
      handle: async call => {
        const {orgId, connectionId} = await authoredProject(web, call);
        return callWorker(
          web,
          "introspect",
          {orgId, connectionId, ...(await call.body())},
          callOptionsOf(call),
        );
      },
    })
    .add("POST", `${at}/introspect`, {
      scope: "write",
      ...doc.applyDoc,
      status: 201,
      body: GraphInput,
      query: ApplyQuery,
      bodyLimitBytes: GRAPH_LIMIT_BYTES,
      idempotent: true,
      handle: async call => {
        await authoredProject(web, call);
        const dryRun = call.query().dryRun === "true";
        const application = {...readApplication(await call.body()), dryRun};
        return call.once(async db => {
          // Before the transaction, whose uncommitted layer must not be cached.
          const projects = await projectsOf(web, call.actor.orgId);
          const applied = await applyGraph(
            {...depsOf(web, call), db},
            call.actor,
            projectIdOf(call),
            application,
          );
          const {graph, version, notes} = applied;
          const made = buildLayer(graph);
          const asked = {orgId: call.actor.orgId, projects, projectId: projectIdOf(call)};
          // Under a key, this is the transaction that is open. A second connection could be one that waits for this one.
          const broken = await db
            .transaction()
            .execute(tx => findBroken({db: tx, memory: web.memory}, asked, made));
          const before = `{"version":${version},"models":`;
          const after = `,"broken":${JSON.stringify(broken)},"notes":${JSON.stringify(notes)}}`;
          return new Response(streamModels(made, before, after), {
            status: dryRun ? 200 : 201,
            headers: {"content-type": "application/json"},
          });
        });
      },
    })
    .add("POST", `${at}/joins`, {
      scope: "write",
      ...doc.joinDoc,
      status: 201,
      body: Join,
      idempotent: true,
      handle: async call => {
        await authoredProject(web, call);
        const declared = await call.body();
        return call.once(db =>
          declareJoin({...depsOf(web, call), db}, call.actor, projectIdOf(call), declared),
        );
      },
    })
    .add("GET", `${at}/layer`, {
      scope: "read",
      ...doc.layerDoc,
      query: LayerQuery,
      handle: async call => {
        const {format, version} = call.query();
        if (version !== undefined) {
          if (format === "ossie") throw onlyAsGraph();
          return readVersion(web.db, call.actor, projectIdOf(call), Number(version));
        }
        if (format === "ossie") {
          const yaml = await exportOssie(web, call.actor, projectIdOf(call), call.request.signal);
          return new Response(yaml, {headers: {"content-type": "application/yaml"}});
        }
        const {text} = await readLayerText(web.db, call.actor, projectIdOf(call));
        return new Response(text, {headers: {"content-type": "application/json"}});
      },
    })
    .add("GET", `${at}/layer/versions`, {
      scope: "read",
      ...doc.versionsDoc,
      handle: call => listVersions(web.db, call.actor, projectIdOf(call)),
    })
    .add("POST", `${at}/layer/versions/:version/restore`, {
      scope: "write",
      ...doc.restoreDoc,
      status: 201,
      idempotent: true,
      handle: async call => {
        await authoredProject(web, call);
        const version = versionOf(call.params["version"]);
        return call.once(db => restoreVersion(db, call.actor, projectIdOf(call), version));
      },
    })
    .add("GET", `${at}/models`, {
      scope: "read",
      ...doc.modelsDoc,
      handle: async call => {
        const body = streamModels(await visibleLayer(web, call.actor, projectIdOf(call)));
        return new Response(body, {headers: {"content-type": "application/json"}});
      },
    })
    .add("GET", `${at}/models/:model`, {
      scope: "read",
      ...doc.modelDoc,
      handle: call => describeNamed(web, call.actor, projectIdOf(call), call.params["model"] ?? ""),
    }).app;
}

/**
 * The project of a caller who may change its layer. A project that the caller cannot see is 404, even where the caller
 * also lacks the right to change it (403).
 */
async function authoredProject(web: Web, call: LayerCall): Promise<{orgId: string; connectionId: string}> {
  const project: ProjectRow = await requireProject(web.db, call.actor, projectIdOf(call));
  requireOrgAdminServiceAccount(call.actor);
  return {orgId: call.actor.orgId, connectionId: project.connection_id};
}

/**
 * Reads the graph, which is the body itself or the body's member `graph`. `at` is the prefix of the JSON pointers in
 * errors.
 */
function readApplication(body: object): Omit<Application, "dryRun"> {
  if ("graph" in body) {
    const {graph, replace = false} = parseWrapped(body);
    return {graph, replace, at: "/graph"};
  }
  const {replace = false, ...graph} = parseBare(body);
  return {graph, replace, at: ""};
}

function onlyAsGraph(): ServiceError {
  return invalidAt("/format", "An earlier version is only available in the format `graph`.");
}

function versionOf(text = ""): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound("layer version", text);
  return Number(text);
}

function callOptionsOf({requestId, request}: LayerCall): {requestId: string; signal: AbortSignal} {
  return {requestId, signal: request.signal};
}

function depsOf(web: Web, call: LayerCall): ApplyDeps {
  return {db: web.db, check: request => callWorker(web, "check_graph", request, callOptionsOf(call))};
}
