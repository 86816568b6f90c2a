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
          {title: "To", cell: entry => <Target entry={entry} />},
          {title: "Details", minor: true, cell: ({details}) => wordsOf(details ?? {})},
          {title: "From", minor: true, cell: ({address}) => address ?? "–"},
        ]}
        empty={<Empty title="Nothing was done yet" />}
      />
    </>
  );
}

const PAGES: Readonly<Record<string, string>> = {
  action: "actions",
  agent: "agents",
  chart: "charts",
  connection: "connections",
  dashboard: "dashboards",
  dataset: "datasets",
  member: "members",
  project: "projects",
  schedule: "schedules",
  sheet: "sheets",
  team: "teams",
};

/** What it was done to, by the name that the log has of it, and as a link while it may be there. */
function Target({entry: {action, resourceType, resourceId, details}}: {entry: Entry}) {
  if (resourceId === null) return <>–</>;
  const name = details?.["name"];
  const text = typeof name === "string" ? <bdi>{name}</bdi> : <span class="code">{resourceId}</span>;
  const page = PAGES[resourceType ?? ""];
  if (page === undefined || action.endsWith(".delete")) return text;
  return (
    <a href={`/${page}/${encodeURIComponent(resourceId)}`} title={resourceId}>
      {text}
    </a>
  );
}

/** The details as words: `changed: tiles, version: 2`. The name is shown as what it was done to. */
function wordsOf(details: Record<string, unknown>): string {
  const parts = Object.entries(details).flatMap(([name, value]) =>
    value === null || (name === "name" && typeof value === "string")
      ? []
      : [`${spaced(name)}: ${textOf(value)}`],
  );
  return parts.join(", ") || "–";
}

/** `deliveryId` as `delivery id`. */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every(one => typeof one === "string")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
