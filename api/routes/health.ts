import {Elysia} from "elysia";
import {requireOrgAdmin} from "../../shared/core/access.ts";
import {commit, version} from "../../shared/core/process/version.ts";
import type {Web} from "../dependencies.ts";
import {problemResponse} from "../http/problem.ts";
import {requestIdOf} from "../http/request-context.ts";
import {readMetrics} from "../metrics-reading.ts";
import {problemResponses} from "../openapi/problems.ts";
import {makeReadiness} from "../readiness.ts";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Liveness, readiness and metrics, for operators. */
export function healthRoutes(web: Web) {
  const readiness = makeReadiness(web);
  return new Elysia()
    .get("/healthz", () => Response.json({status: "ok", version}), {
      detail: {
        tags: ["Service"],
        summary: "Check liveness",
        description: "The process answers. No other process is checked. Needs no token.",
        security: [],
        responses: {200: jsonAnswer("The process is alive.", {status: "ok", version})},
      },
    })
    .get(
      "/readyz",
      async () => {
        const found = await readiness();
        if (found === "stopping") return Response.json({status: found, version, commit}, {status: 503});
        const {ready, checks} = found;
        const status = ready ? "ready" : "not_ready";
        return Response.json({status, version, commit, checks}, {status: ready ? 200 : 503});
      },
      {
        detail: {
          tags: ["Service"],
          summary: "Check readiness",
          description:
            "200 if Postgres is reachable, notifications from other processes arrive, the migrations are current and a worker is alive (at the first `npm start` also: the demo is loaded). A process that is stopping is not ready. The answer contains the release's version. Needs no token.",
          security: [],
          responses: {
            200: jsonAnswer("The process is ready.", {
              status: "ready",
              version,
              commit,
              checks: {database: {ok: true}},
            }),
            503: jsonAnswer("The process is not ready; `checks` says why.", {
              status: "not_ready",
              version,
              commit,
              checks: {worker: {ok: false, message: "No worker has sent a heartbeat in the last 10 s."}},
            }),
          },
        },
      },
    )
    .get(
      "/metrics",
      async ({request, server}) => {
        try {
          if (!isFromThisMachine(web.config, request, server?.requestIP(request)?.address)) {
            requireOrgAdmin((await web.authenticate(request)).actor);
          }
          return await readMetrics(web);
        } catch (error) {
          return problemResponse(error, requestIdOf(request));
        }
      },
      {
        detail: {
          tags: ["Service"],
          summary: "Get the metrics of the process",
          description:
            "The metrics of this process in Prometheus' text format, without names of organizations, people or queries. A request from the same machine to a local name, without a proxy, needs no token. All other requests need the token of an org-admin.",
          security: [{}, {token: []}],
          responses: {
            200: {
              description: "Metrics of this process.",
              content: {"text/plain": {schema: {type: "string"}}},
            },
            ...problemResponses(["unauthenticated", "missing_privilege"]),
          },
        },
      },
    );
}

/**
 * A request over loopback need not come from this machine: a local proxy forwards foreign requests, and DNS rebinding
 * points a foreign page's host name at this machine. A proxy may add no header.
 */
function isFromThisMachine(config: OwnAddress, {headers}: Request, address: string | undefined): boolean {
  if (address === undefined || !LOOPBACK.test(address)) return false;
  const host = headers.get("host") ?? "";
  if (!LOCAL_HOST.test(host) && host !== directHost(config)) return false;
  return !PROXY_HEADERS.some(name => headers.has(name));
}

type OwnAddress = Pick<Web["config"], "baseUrl" | "port">;

/** The host of the service's address; `undefined` if a proxy answers there, which has another port or ends TLS. */
function directHost({baseUrl, port}: OwnAddress): string | undefined {
  const {protocol, host, port: given} = new URL(baseUrl);
  return protocol === "http:" && Number(given || 80) === port ? host : undefined;
}

function jsonAnswer(description: string, example: unknown) {
  return {description, content: {"application/json": {schema: {type: "object" as const}, example}}};
}
