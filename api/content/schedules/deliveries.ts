import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {getDelivery, listDeliveries, requireFile} from "../../../shared/automation/deliveries/deliveries.ts";
import {requireDeliverySender, retryDelivery} from "../../../shared/automation/deliveries/run.ts";
import {DeliveryStarted, DeliveryView} from "../../../shared/automation/deliveries/schemas.ts";
import {patientStream} from "../../http/admission.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";
import type {Web} from "../../web.ts";
import {deliveryFileStream} from "./delivery-file.ts";
import * as doc from "./docs.ts";

/** Deliveries: which mail was sent to whom, and its files. */
export function deliveryRoutes(web: Web) {
  const list = listEndpoint(
    web,
    {...doc.deliveries, response: Type.Array(DeliveryView)},
    ({actor, params}, page) => listDeliveries(web, actor, params["scheduleId"] ?? "", page),
  );
  const get = endpoint(
    web,
    {...doc.getDelivery, scope: "read", response: DeliveryView, errors: ["not_found"]},
    ({actor, params}) => getDelivery(web, actor, params["deliveryId"] ?? ""),
  );
  const retry = endpoint(
    web,
    {
      ...doc.retry,
      scope: "write",
      status: 202,
      response: DeliveryStarted,
      errors: ["not_found", "conflict", "gone"],
      idempotent: true,
    },
    async ({actor, params, once}) => {
      const id = params["deliveryId"] ?? "";
      await requireDeliverySender(web.db, actor, id);
      return once(db => retryDelivery({db, billing: web.config.billing}, actor, id));
    },
  );
  const file = endpoint(
    web,
    {
      ...doc.file,
      scope: "read",
      media: "application/octet-stream",
      errors: ["not_found", "gone", "worker_unavailable"],
    },
    async ({actor, params, request, requestId}) => {
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
  );
  return new Elysia()
    .get("/api/schedules/:scheduleId/deliveries", ...list)
    .get("/api/deliveries/:deliveryId", ...get)
    .get("/api/deliveries/:deliveryId/files/:name", ...file)
    .post("/api/deliveries/:deliveryId/retry", ...retry);
}
