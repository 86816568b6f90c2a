import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {requireOrgAdmin} from "../../../shared/core/access.ts";
import type {Db} from "../../../shared/core/db.ts";
import {openPortal, requireBilling, startCheckout} from "../../../shared/tenancy/billing/checkout.ts";
import {listInvoices} from "../../../shared/tenancy/billing/invoices.ts";
import {
  BillingLink,
  BillingView,
  CheckoutInput,
  InvoiceView,
  PortalInput,
  UsageQuery,
  UsageView,
} from "../../../shared/tenancy/billing/schemas.ts";
import {getUsage} from "../../../shared/tenancy/billing/usage-view.ts";
import {getBilling} from "../../../shared/tenancy/billing/view.ts";
import type {Web} from "../../dependencies.ts";
import * as doc from "../../openapi/billing-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";

const REFUSALS = ["missing_privilege", "not_found", "conflict"] as const;
/** A call that returns a link to a page of Stripe. */
const LINK = {
  scope: "write",
  status: 201,
  response: BillingLink,
  errors: [...REFUSALS, "upstream_error"],
  idempotent: true,
  unpaid: true,
} as const;

/** An organization's subscription, invoices and usage. */
export function billingRoutes(web: Web) {
  const withStripe = (db: Db = web.db) => ({
    db,
    billing: requireBilling(web.billing),
    baseUrl: web.config.baseUrl,
  });
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: BillingView, errors: ["missing_privilege", "not_found"]},
    ({actor}) => getBilling(web, actor),
  );
  const usage = endpoint(
    web,
    {...doc.usage, scope: "read", query: UsageQuery, response: UsageView, errors: REFUSALS},
    ({actor, query}) => {
      requireOrgAdmin(actor);
      return getUsage(withStripe(), actor, query());
    },
  );
  const invoices = listEndpoint(
    web,
    {
      ...doc.invoices,
      response: Type.Array(InvoiceView),
      errors: [...REFUSALS, "upstream_error"],
    },
    async ({actor}, page) => {
      requireOrgAdmin(actor);
      return listInvoices(withStripe(), actor, page());
    },
  );
  const checkout = endpoint(
    web,
    {...doc.checkout, ...LINK, body: CheckoutInput},
    async ({actor, body, once}) => {
      requireOrgAdmin(actor);
      const input = await body();
      return once(db => startCheckout(withStripe(db), actor, input));
    },
  );
  const portal = endpoint(
    web,
    {...doc.portal, ...LINK, body: PortalInput, bodyOptional: true},
    async ({actor, body, once}) => {
      requireOrgAdmin(actor);
      const input = await body();
      return once(db => openPortal(withStripe(db), actor, input));
    },
  );
  return new Elysia()
    .get("/api/orgs/:orgId/billing", ...get)
    .get("/api/orgs/:orgId/billing/usage", ...usage)
    .get("/api/orgs/:orgId/billing/invoices", ...invoices)
    .post("/api/orgs/:orgId/billing/checkout", ...checkout)
    .post("/api/orgs/:orgId/billing/portal", ...portal);
}
