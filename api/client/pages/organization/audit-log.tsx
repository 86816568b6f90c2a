import {Empty} from "../../parts/empty.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {Moment} from "../../parts/when.tsx";
import {OrgList} from "./org-list.tsx";

interface Entry {
  id: string;
  actorName: string | null;
  action: string;
  resourceType: string | null;
  resourceId: string | null;
  details: Record<string, unknown> | null;
  address: string | null;
  createdAt: string;
}

export default function AuditLog() {
  return (
    <>
      <PageHead title="Audit log" about="Who did what, to what, from where. Newest first." />
      <OrgList<Entry>
        of="audit-log"
        label="Audit log"
        keyOf={({id}) => id}
        columns={[
          {title: "When", cell: ({createdAt}) => <Moment at={createdAt} />},
          {title: "Who", cell: ({actorName}) => <bdi>{actorName ?? "–"}</bdi>},
          {title: "Did", cell: ({action}) => <code>{action}</code>},
          {title: "To", cell: entry => <code>{entry.resourceId ?? "–"}</code>},
          {
            title: "Details",
            minor: true,
            cell: ({details}) => (details ? <code>{JSON.stringify(details)}</code> : "–"),
          },
          {title: "From", minor: true, cell: ({address}) => address ?? "–"},
        ]}
        empty={<Empty title="Nothing was done yet" />}
      />
    </>
  );
}
