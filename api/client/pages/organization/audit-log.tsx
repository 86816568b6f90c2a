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
          {title: "Did", cell: ({action}) => action.replaceAll("_", " ").replace(".", ": ")},
          {title: "To", code: true, cell: ({resourceId}) => resourceId ?? "–"},
          {title: "Details", minor: true, code: true, cell: ({details}) => wordsOf(details ?? {})},
          {title: "From", minor: true, cell: ({address}) => address ?? "–"},
        ]}
        empty={<Empty title="Nothing was done yet" />}
      />
    </>
  );
}

/** The details as words: `name: Flights, version: 2`. */
function wordsOf(details: Record<string, unknown>): string {
  const parts = Object.entries(details).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`],
  );
  return parts.join(", ") || "–";
}
