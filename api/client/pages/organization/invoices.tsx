import type {InvoiceView as Invoice} from "../../../../shared/tenancy/billing/schemas.ts";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {When} from "../../parts/when.tsx";

/** The invoices of the organization, newest first, each with a link. */
export function Invoices({path}: {path: string}) {
  const list = usePages<Invoice>(`${path}/invoices?limit=20`);
  return (
    <ListTable
      label="Invoices"
      list={list}
      keyOf={({id}) => id}
      columns={[
        {
          title: "Invoice",
          cell: ({id, number, url}) => {
            const name = <bdi>{number ?? id}</bdi>;
            return url === null ? name : <a href={url}>{name}</a>;
          },
        },
        {title: "State", cell: ({status}) => <span class="badge">{status}</span>},
        {title: "Amount", number: true, cell: invoice => amountOf(invoice)},
        {title: "When", minor: true, cell: ({createdAt}) => <When at={createdAt} />},
      ]}
      empty={<Empty title="There is no invoice yet" />}
    />
  );
}

function amountOf({amountDue, currency}: Invoice): string {
  const format = new Intl.NumberFormat(undefined, {style: "currency", currency});
  return format.format(amountDue / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
}
