import type Stripe from "stripe";
import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import type {Db} from "../../core/db.ts";
import {foreignCursor, type Page} from "../../core/paging.ts";
import {findAccount} from "./accounts.ts";
import type {InvoiceView} from "./schemas.ts";
import {askStripe, type Billing, isMissing} from "./stripe.ts";

const PAGE = 100;

/**
 * The organization's invoices at Stripe, newest first. Returns one invoice more than the page holds if there are more.
 * `invalid_request` if the cursor is an invoice that Stripe does not know.
 */
export async function listInvoices(
  {db, billing}: {db: Db; billing: Billing},
  actor: Actor,
  {limit, before}: Page,
): Promise<InvoiceView[]> {
  requireOrgAdmin(actor);
  const account = await findAccount(db, billing, actor.orgId);
  if (!account || account.isDeleted) return [];
  const {customerId: customer} = account;
  const after = before === undefined ? {} : {starting_after: before};
  const listed = billing.stripe.invoices.list({customer, limit: PAGE, ...after});
  return askStripe(() => viewsOf(listed, limit).catch(refuseCursor));
}

async function viewsOf(invoices: AsyncIterable<Stripe.Invoice>, limit: number): Promise<InvoiceView[]> {
  const views: InvoiceView[] = [];
  for await (const invoice of invoices) {
    // Drafts are not shown.
    if (invoice.status !== "draft") views.push(viewOf(invoice));
    if (views.length > limit) break;
  }
  return views;
}

function refuseCursor(error: unknown): never {
  throw isMissing(error, "starting_after") ? foreignCursor() : error;
}

function viewOf(invoice: Stripe.Invoice): InvoiceView {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? "draft",
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    periodStart: formatDate(invoice.period_start),
    periodEnd: formatDate(invoice.period_end),
    createdAt: formatDate(invoice.created),
    url: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
  };
}

function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
