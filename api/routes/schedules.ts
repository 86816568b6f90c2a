import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {ContentListQuery, contentPageOf, pagedContent} from "../../shared/content/listing.ts";
import {PreviewInput, previewSchedule} from "../../shared/deliveries/preview.ts";
import {requireSender, runSchedule} from "../../shared/deliveries/run.ts";
import {DeliveryStarted, TestSend} from "../../shared/deliveries/schemas.ts";
import {getSchedule, listSchedules} from "../../shared/schedules/find.ts";
import {
  createSchedule,
  deleteSchedule,
  replaceSchedule,
  setScheduleActive,
} from "../../shared/schedules/schedules.ts";
import {Activity, ScheduleInput, ScheduleView} from "../../shared/schedules/schemas.ts";
import {ifMatch, withEtag} from "../http/etag.ts";
import {COMPILE_ERRORS, RUN_ERRORS} from "../openapi/queries/query-docs.ts";
import * as doc from "../openapi/schedule-docs.ts";
import {askingOf} from "../run/answer-query.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";
import {deliveryRoutes} from "./deliveries.ts";

/** The mail is shown as it is sent: it loads nothing, and no script of it runs. */
const PREVIEW_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
  "cache-control": "private, no-store",
};

/** Deliveries by mail that recur. */
export function scheduleRoutes(web: Web) {
  const list = endpoint(
    web,
    {...doc.list, scope: "read", query: ContentListQuery, response: Type.Array(ScheduleView)},
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listSchedules(web.db, actor, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {
      ...doc.create,
      scope: "write",
      status: 201,
      body: ScheduleInput,
      response: ScheduleView,
      errors: COMPILE_ERRORS,
      idempotent: true,
    },
    async ({actor, body, once}) => {
      const input = await body();
      return once(db => createSchedule({...web.runner, db}, actor, input));
    },
  );
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: ScheduleView, errors: ["not_found"], etag: true},
    async call => withEtag(call, await getSchedule(web.db, call.actor, scheduleIdOf(call))),
  );
  const replace = endpoint(
    web,
    {
      ...doc.replace,
      scope: "write",
      body: ScheduleInput,
      response: ScheduleView,
      errors: ["not_found", ...COMPILE_ERRORS],
      etag: true,
    },
    async call => {
      const check = ifMatch(call.request);
      return withEtag(
        call,
        await replaceSchedule(web.runner, call.actor, scheduleIdOf(call), call.body, check),
      );
    },
  );
  const setActive = endpoint(
    web,
    {
      ...doc.setActive,
      scope: "write",
      body: Activity,
      response: ScheduleView,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const check = ifMatch(call.request);
      return withEtag(
        call,
        await setScheduleActive(web.db, call.actor, scheduleIdOf(call), call.body, check),
      );
    },
  );
  const remove = endpoint(
    web,
    {...doc.remove, scope: "write", unpaid: true, status: 204, errors: ["not_found"], etag: true},
    call => deleteSchedule(web.db, call.actor, scheduleIdOf(call), ifMatch(call.request)),
  );
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
      const id = scheduleIdOf(call);
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
  return new Elysia()
    .get("/api/schedules", ...list)
    .post("/api/schedules", ...create)
    .post("/api/schedules/preview", ...preview)
    .get("/api/schedules/:scheduleId", ...get)
    .put("/api/schedules/:scheduleId", ...replace)
    .patch("/api/schedules/:scheduleId/active", ...setActive)
    .delete("/api/schedules/:scheduleId", ...remove)
    .post("/api/schedules/:scheduleId/run", ...run)
    .use(deliveryRoutes(web));
}

function scheduleIdOf({params}: {params: Record<string, string>}): string {
  return params["scheduleId"] ?? "";
}
