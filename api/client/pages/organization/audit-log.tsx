import {useRef, useState} from "preact/hooks";
import type {AuditEntry} from "../../../../shared/identity/organization/schemas.ts";
import {pathOfResource} from "../../../page-urls/addresses.ts";
import {Button} from "../../parts/button.tsx";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {valueText} from "../../parts/value-text.ts";
import {Moment, momentText} from "../../parts/when.tsx";
import {replaceSearch} from "../../shell/navigation.ts";
import {faultOfDays} from "./audit-days.ts";
import {AuditFilters, filterAtAddress, queryOf, searchOf} from "./audit-filters.tsx";
import {orgPath} from "./data.ts";
import {listPrincipals} from "./principals.ts";

export default function AuditLog() {
  const [filter, setFilter] = useState(filterAtAddress);
  // No request is made for days in the wrong order, and no list is shown until the days are corrected.
  const areDaysValid = faultOfDays(filter) === undefined;
  const asked = useRef(areDaysValid ? filter : {...filter, to: ""});
  if (areDaysValid) asked.current = filter;
  const list = usePages<AuditEntry>(`${orgPath()}/audit-log?${queryOf(asked.current)}`);
  const principals = useLoad(listPrincipals, []);
  const names = new Map(principals.value?.map(({id, name}) => [id, name]));
  const isNarrowed = searchOf(filter).size > 0;
  const change = (next: typeof filter) => {
    setFilter(next);
    replaceSearch(searchOf(next));
  };
  return (
    <>
      <PageHead title="Audit log" about="Who did what, to what, from where. Newest first." />
      <AuditFilters filter={filter} principals={principals.value ?? []} onChange={change} />
      {areDaysValid && (
        <ListTable
          list={list}
          label="Audit log"
          keyOf={({id}) => id}
          columns={[
            {title: "When", cell: ({createdAt}) => <Moment at={createdAt} />},
            {title: "Who", cell: ({actorId, actorName}) => <bdi>{actorName ?? nameOfService(actorId)}</bdi>},
            {title: "Did", cell: ({action}) => action.replaceAll("_", " ").replace(".", ": ")},
            {title: "To", cell: entry => <Target entry={entry} />},
            {
              title: "Details",
              minor: true,
              cell: ({details}) => <Details details={details ?? {}} names={names} />,
            },
            {title: "From", minor: true, cell: ({address}) => address ?? "–"},
          ]}
          empty={
            isNarrowed ? (
              <Empty title="No matching entry">
                <Button onClick={() => change({who: "", what: "", from: "", to: ""})}>Show all</Button>
              </Empty>
            ) : (
              <Empty title="No entry yet" />
            )
          }
        />
      )}
    </>
  );
}

/** The name of an actor who is neither a member nor a service account. */
function nameOfService(actorId: string): string {
  return actorId === "stripe" ? "Stripe" : actorId.includes("_") ? "Somebody who has left" : "The service";
}

/** The target of an entry, by its current name or else the name in the log. A link where the target may still exist. */
function Target({entry: {action, resourceType, resourceId, resourceName, details}}: {entry: AuditEntry}) {
  if (resourceId === null) return <>–</>;
  const written = details?.["name"];
  const name = resourceName ?? (typeof written === "string" ? written : undefined);
  const text = <bdi title={resourceId}>{name ?? unnamed(resourceType ?? "thing")}</bdi>;
  const href = pathOfResource(resourceType ?? "", resourceId);
  if (href === undefined || resourceName === null || action.endsWith(".delete")) return text;
  return <a href={href}>{text}</a>;
}

/** `evaluation` as "an evaluation". */
function unnamed(kind: string): string {
  return `${/^[aeio]/.test(kind) ? "an" : "a"} ${kind.replaceAll("_", " ")}`;
}

const ID = /^[a-z]+_[0-9a-z]{20,}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * The details as words: `changed: tiles, version: 2`. The name is left out, because `Target` shows it. The id of a
 * member or service account is shown as the name. Other ids say nothing to people: they are only in the tooltip, with
 * everything else.
 */
function Details({details, names}: {details: Record<string, unknown>; names: ReadonlyMap<string, string>}) {
  const parts = Object.entries(details).flatMap(([key, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    if (key === "name" && typeof value === "string") return [];
    const name = typeof value === "string" ? names.get(value) : undefined;
    if (name !== undefined) return [`${spaced(key).replace(/ id$/, "")}: ${name}`];
    return typeof value === "string" && ID.test(value) ? [] : [`${spaced(key)}: ${textOf(value)}`];
  });
  return <bdi title={JSON.stringify(details)}>{parts.join(", ") || "–"}</bdi>;
}

/** `deliveryId` as `delivery id`. */
function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every(one => typeof one === "string")) return value.join(", ");
  return typeof value === "string" && INSTANT.test(value) ? momentText(value) : valueText(value);
}
