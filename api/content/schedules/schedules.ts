import {Elysia} from "elysia";
import {PreviewInput, previewSchedule} from "../../../shared/automation/deliveries/preview.ts";
import {requireSender, runSchedule} from "../../../shared/automation/deliveries/run.ts";
import {DeliveryStarted, TestSend} from "../../../shared/automation/deliveries/schemas.ts";
import {SCHEDULE} from "../../../shared/automation/schedules/find.ts";
import {
  createSchedule,
  replaceSchedule,
  SCHEDULE_PAUSING,
} from "../../../shared/automation/schedules/schedules.ts";
import {ScheduleInput} from "../../../shared/automation/schedules/schemas.ts";
import {COMPILE_ERRORS, RUN_ERRORS} from "../../openapi/queries/query-docs.ts";
import {askingOf} from "../../queries/answer-query.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {
  activityEndpoint,
  changeEndpoint,
  contentRoutes,
  createEndpoint,
  idIn,
  type KindRoutes,
} from "../content-endpoints.ts";
import {deliveryRoutes} from "./deliveries.ts";
import * as doc from "./docs.ts";

/** Headers of the mail's preview: it loads nothing, and no script in it runs. */
const PREVIEW_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
  "cache-control": "private, no-store",
};

/** Schedules: recurring deliveries by mail. */
function scheduleRoutes(web: Web) {
  const saved = {body: ScheduleInput, errors: COMPILE_ERRORS};
  const run = endpoint(
    web,
    {
      ...doc.run,
      scope: "write",
      status: 202,
      body: TestSend,
      bodyOptional: true,
      response: DeliveryStarted,
      errors: ["not_found"],
      idempotent: true,
    },
    async call => {
      const {actor} = call;
      const id = idIn("schedule", call);
      const sending = {mail: web.config.mail, keys: web.config.encryptionKeys, billing: web.config.billing};
      await requireSender(web.db, actor, id);
      const input = await call.body();
      return call.once(db => runSchedule({db, ...sending}, actor, id, input));
    },
  );
  const preview = endpoint(
    web,
    {
      ...doc.preview,
      scope: "write",
      body: PreviewInput,
      media: "text/html",
      errors: ["invalid_request", ...COMPILE_ERRORS, ...RUN_ERRORS],
    },
    async call => {
      const html = await previewSchedule(web.runner, askingOf(call), await call.body());
      return new Response(html, {headers: PREVIEW_HEADERS});
    },
  );
  return contentRoutes(web, SCHEDULE, doc.kind, {
    create: createEndpoint(web, SCHEDULE, doc.kind, {...doc.create, ...saved}, createSchedule),
    replace: changeEndpoint(web, SCHEDULE, doc.kind, {...doc.replace, ...saved}, replaceSchedule),
    active: activityEndpoint(web, SCHEDULE, doc.kind, SCHEDULE_PAUSING),
    beside: new Elysia().post("/api/schedules/preview", ...preview),
  })
    .post("/api/schedules/:scheduleId/run", ...run)
    .use(deliveryRoutes(web));
}

export const schedule: KindRoutes = {doc: doc.kind, routes: scheduleRoutes};
