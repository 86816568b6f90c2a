import {Type} from "@sinclair/typebox";
import {getDelivery, listDeliveries, requireFile} from "../../../shared/automation/deliveries/deliveries.ts";
import {requireDeliverySender, retryDelivery} from "../../../shared/automation/deliveries/run.ts";
import {DeliveryStarted, DeliveryView} from "../../../shared/automation/deliveries/schemas.ts";
import {EXAMPLE, EXAMPLE_RESOURCE} from "../../../shared/automation/schedules/kind.ts";
import type {Web} from "../../dependencies.ts";
import {patientStream} from "../../http/admission.ts";
import {Operations} from "../../server/operations.ts";
import {deliveryFileStream} from "./delivery-file.ts";

const csv = {name: "flights-by-state.csv", contentType: "text/csv; charset=utf-8", sizeBytes: 812};

const delivery: DeliveryView = {
  id: "dlv_01kah7c4e7hy0v5f9j1m3p6r8s",
  source: {type: "schedule", id: EXAMPLE.id},
  scheduleId: EXAMPLE.id,
  trigger: "schedule",
  status: "succeeded",
  slot: "2026-01-26T07:00:00.000Z",
  createdAt: "2026-01-26T07:00:00.100Z",
  startedAt: "2026-01-26T07:00:00.120Z",
  finishedAt: "2026-01-26T07:00:02.000Z",
  resources: [{...EXAMPLE_RESOURCE, name: "Flights", status: "succeeded"}],
  recipients: [
    {
      email: "ada@example.com",
      status: "sent",
      attempts: 1,
      messageId: "<dlv_01kah7c4e7hy0v5f9j1m3p6r8s.5b1c0f3e9a7d2c4e6f80@example.com>",
      sentAt: "2026-01-26T07:00:01.900Z",
      answer: "250 2.0.0 OK",
    },
  ],
  files: [csv],
};

export const STARTED = {deliveryId: delivery.id, status: "queued" as const};

/** Deliveries: which mail was sent to whom, and its files. */
export function deliveryRoutes(web: Web) {
  return new Operations(web, "Schedules")
    .addList("/api/schedules/:scheduleId/deliveries", {
      summary: "List a schedule's deliveries",
      description:
        "Newest first, including tests and skipped deliveries. Deliveries are stored for 30 days, unless the operator has set another time.",
      answer: [delivery],
      errors: ["not_found", "invalid_request"],
      response: Type.Array(DeliveryView),
      list: ({actor, params}, page) => listDeliveries(web, actor, params["scheduleId"] ?? "", page),
    })
    .add("GET", "/api/deliveries/:deliveryId", {
      scope: "read",
      summary: "Get a delivery",
      description:
        "With the outcome for each resource and each recipient. Files are shown only to readers who would get the same rows; for others the " +
        "delivery is `redacted`.",
      answer: delivery,
      response: DeliveryView,
      errors: ["not_found"],
      handle: ({actor, params}) => getDelivery(web, actor, params["deliveryId"] ?? ""),
    })
    .add("GET", "/api/deliveries/:deliveryId/files/:name", {
      scope: "read",
      summary: "Download a file of a delivery",
      description: "The attachment as it was sent. Attachments are stored for 7 days; 410 after that.",
      media: "application/octet-stream",
      errors: ["not_found", "gone", "worker_unavailable"],
      handle: async ({actor, params, request, requestId}) => {
        const found = await requireFile(web, actor, params["deliveryId"] ?? "", params["name"] ?? "");
        const {name, contentType} = found;
        const {orgId} = actor;
        const named = {orgId, deliveryId: params["deliveryId"] ?? "", name};
        const {stream, sizeBytes} = await deliveryFileStream(web, named, {requestId, signal: request.signal});
        return new Response(patientStream(request, stream), {
          headers: {
            "content-type": contentType,
            "content-length": String(sizeBytes),
            "content-disposition": `attachment; filename="${name}"`,
            "cache-control": "private, no-store",
          },
        });
      },
    })
    .add("POST", "/api/deliveries/:deliveryId/retry", {
      scope: "write",
      summary: "Retry a delivery",
      description:
        "Sends the same mail, with the same message ids, to the recipients whose mail failed, and to nobody else. 409 if the delivery is under way, if no " +
        "recipient failed, or if the mail would have other rows or recipients now; 410 after 7 days.",
      answer: STARTED,
      status: 202,
      response: DeliveryStarted,
      errors: ["not_found", "conflict", "gone"],
      idempotent: true,
      handle: async ({actor, params, once}) => {
        const id = params["deliveryId"] ?? "";
        await requireDeliverySender(web.db, actor, id);
        return once(db => retryDelivery({db, billing: web.config.billing}, actor, id));
      },
    }).app;
}
