import type Stripe from "stripe";
import {requireOrgAdmin} from "../access.ts";
import type {Actor} from "../actor.ts";
import type {Db} from "../db.ts";
import type {Page} from "../paging.ts";
import {findAccount} from "./accounts.ts";
import type {InvoiceView} from "./schemas.ts";
import {askStripe, type Billing} from "./stripe.ts";

const PAGE = 100;

/** The organization's invoices as Stripe has them, newest first; one more than the page holds, where there are more. */
export async function listInvoices(
  {db, billing}: {db: Db; billing: Billing},
  actor: Actor,
  {limit, before}: Page,
): Promise<InvoiceView[]> {
  requireOrgAdmin(actor);
  const account = await findAccount(db, billing, actor.orgId);
  if (!account || account.isDeleted) return [];
  return askStripe(async () => {
    const views: InvoiceView[] = [];
    const after = before === undefined ? {} : {starting_after: before};
    const {customerId: customer} = account;
    for await (const invoice of billing.stripe.invoices.list({customer, limit: PAGE, ...after})) {
      // Drafts are nothing to be seen yet.
      if (invoice.status !== "draft") views.push(viewOf(invoice));
      if (views.length > limit) break;
    }
    return views;
  });
}

function viewOf(invoice: Stripe.Invoice): InvoiceView {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? "draft",
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    periodStart: textOf(invoice.period_start),
    periodEnd: textOf(invoice.period_end),
    createdAt: textOf(invoice.created),
    url: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
  };
}

function textOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
