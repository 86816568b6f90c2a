import {PreviewInput, previewSchedule} from "../../../shared/automation/deliveries/preview.ts";
import {requireSender, runSchedule} from "../../../shared/automation/deliveries/run.ts";
import {DeliveryStarted, TestSend} from "../../../shared/automation/deliveries/schemas.ts";
import {EXAMPLE_INPUT} from "../../../shared/automation/schedules/kind.ts";
import type {Web} from "../../dependencies.ts";
import {COMPILE_ERRORS, RUN_ERRORS} from "../../openapi/queries/query-docs.ts";
import {queryContextOf} from "../../queries/answer-query.ts";
import {Operations} from "../../server/operations.ts";
import {idIn} from "../names.ts";
import {deliveryRoutes, STARTED} from "./deliveries.ts";

/** Headers of the mail's preview: it loads nothing, and no script in it runs. */
const PREVIEW_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
  "cache-control": "private, no-store",
};

/** Test sends, previews and deliveries of schedules. */
export function scheduleRoutes(web: Web) {
  return new Operations(web, "Schedules")
    .add("POST", "/api/schedules/preview", {
      scope: "write",
      summary: "Preview a delivery",
      description:
        "Returns the mail as HTML, with the rows that the caller may see now, and without attachments. Nothing is saved or sent.",
      example: EXAMPLE_INPUT,
      body: PreviewInput,
      media: "text/html",
      errors: ["invalid_request", ...COMPILE_ERRORS, ...RUN_ERRORS],
      handle: async call => {
        const html = await previewSchedule(web.runner, queryContextOf(call), await call.body());
        return new Response(html, {headers: PREVIEW_HEADERS});
      },
    })
    .add("POST", "/api/schedules/:scheduleId/run", {
      scope: "write",
      summary: "Send a schedule now",
      description:
        "Queues a test send: the condition is ignored, and cadence and next run stay as they are. It goes to the schedule's recipients, or to those " +
        "of the body, which only `runAs` may name. For its owner, a lead of its team or an org-admin. `GET /api/deliveries/{deliveryId}` has the outcome.",
      example: {recipients: ["ada@example.com"]},
      answer: STARTED,
      status: 202,
      body: TestSend,
      bodyOptional: true,
      response: DeliveryStarted,
      errors: ["not_found"],
      idempotent: true,
      handle: async call => {
        const {actor} = call;
        const id = idIn("schedule", call);
        const sending = {mail: web.config.mail, keys: web.config.encryptionKeys, billing: web.config.billing};
        await requireSender(web.db, actor, id);
        const input = await call.body();
        return call.once(db => runSchedule({db, ...sending}, actor, id, input));
      },
    })
    .app.use(deliveryRoutes(web));
}
