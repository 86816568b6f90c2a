import {Elysia} from "elysia";
import {BillingView} from "../../shared/billing/schemas.ts";
import {getBilling} from "../../shared/billing/view.ts";
import {endpoint} from "../http/endpoint.ts";
import * as doc from "../openapi/billing-docs.ts";
import type {Web} from "../web.ts";

/** What an organization has subscribed to, and pays for. */
export function billingRoutes(web: Web) {
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: BillingView, errors: ["missing_privilege", "not_found"]},
    ({actor}) => getBilling(web, actor),
  );
  return new Elysia().get("/api/orgs/:orgId/billing", ...get);
}
