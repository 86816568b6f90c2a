import {Elysia} from "elysia";
import {requireOrgAdmin} from "../../shared/access.ts";
import {requestIdOf} from "../arrival.ts";
import {readMetrics} from "../metrics-reading.ts";
import {problemResponse} from "../problem.ts";
import {makeReadiness} from "../readiness.ts";
import {version} from "../version.ts";
import type {Web} from "../web.ts";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** For those who run the service: alive, ready, metrics. */
export function healthRoutes(web: Web) {
  const readiness = makeReadiness(web);
  return new Elysia()
    .get("/healthz", () => Response.json({status: "ok", version}), {
      detail: {
        tags: ["Service"],
        summary: "Whether the process is alive",
        description: "Needs no token and asks nobody else.",
        responses: {200: jsonAnswer("It is.", {status: "ok", version})},
      },
    })
    .get(
      "/readyz",
      async () => {
        const {ready, checks} = await readiness();
        const status = ready ? "ready" : "not_ready";
        return Response.json({status, checks}, {status: ready ? 200 : 503});
      },
      {
        detail: {
          tags: ["Service"],
          summary: "Whether it can do its work",
          description:
            "Postgres is reachable, the migrations are current, and a worker is alive. Needs no token.",
          responses: {
            200: jsonAnswer("It can.", {status: "ready", checks: {database: {ok: true}}}),
            503: jsonAnswer("It cannot, and which check says so.", {
              status: "not_ready",
              checks: {worker: {ok: false, message: "No worker has shown itself in the last 10 s."}},
            }),
          },
        },
      },
    )
    .get(
      "/metrics",
      async ({request, server}) => {
        try {
          if (!isFromThisMachine(request, server?.requestIP(request)?.address)) {
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
          summary: "What this process has measured",
          description:
            "Prometheus text. From the same machine without a token, unless a proxy passed it on; else with an org-admin's token. It names no organization, person or query.",
          security: [{}, {token: []}],
          responses: {
            200: {
              description: "Metrics of this process.",
              content: {"text/plain": {schema: {type: "string"}}},
            },
          },
        },
      },
    );
}

/** A proxy on the same machine passes on what comes from elsewhere. */
function isFromThisMachine(request: Request, address: string | undefined): boolean {
  if (address === undefined || !LOOPBACK.test(address)) return false;
  return !PROXY_HEADERS.some(name => request.headers.has(name));
}

function jsonAnswer(description: string, example: unknown) {
  return {description, content: {"application/json": {schema: {type: "object" as const}, example}}};
}
