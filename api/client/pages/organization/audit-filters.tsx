import {ALL_CONTENT_TYPES} from "../../../../shared/core/content-types.ts";
import {capitalised} from "../../../../shared/core/one-line.ts";
import {SelectField, TextField} from "../../parts/field.tsx";
import {faultOfDays} from "./audit-days.ts";
import type {Principal} from "./principals.ts";

/** The filter of the entries; an empty text filters nothing. Days begin and end in the reader's timezone. */
export interface AuditFilter {
  who: string;
  what: string;
  from: string;
  to: string;
}

const NAMES = ["who", "what", "from", "to"] as const;

/** The kinds of objects of entries. */
const KINDS = [
  ...ALL_CONTENT_TYPES,
  ...["charge", "connection", "customer", "delivery", "embed_token", "evaluation", "github_installation"],
  ...["grant", "member", "meter", "oauth_grant", "org", "organization", "plan", "project", "recipient"],
  ...["service_account", "team", "verified_question"],
].sort();

export function filterAtAddress(): AuditFilter {
  const search = new URLSearchParams(location.search);
  const at = (name: string) => search.get(name) ?? "";
  return {who: at("who"), what: at("what"), from: at("from"), to: at("to")};
}

export function searchOf(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(NAMES.flatMap(name => (filter[name] === "" ? [] : [[name, filter[name]]])));
}

/** The query string of the API. */
export function queryOf({who, what, from, to}: AuditFilter): URLSearchParams {
  const query = new URLSearchParams({limit: "100"});
  if (who !== "") query.set("actorId", who);
  if (what !== "") query.set("resourceType", what);
  const [first, last] = [beginningOf(from, 0), beginningOf(to, 1)];
  if (first) query.set("from", first);
  if (last) query.set("to", last);
  return query;
}

/** The beginning of the day that is `later` days after `day`, in the reader's timezone. */
function beginningOf(day: string, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export function AuditFilters({
  filter,
  principals,
  onChange,
}: {
  filter: AuditFilter;
  principals: readonly Principal[];
  onChange: (filter: AuditFilter) => void;
}) {
  const set = (name: keyof AuditFilter) => (value: string) => onChange({...filter, [name]: value});
  const isListed = filter.who === "" || principals.some(({id}) => id === filter.who);
  return (
    <search class="narrow">
      <SelectField
        label="Who"
        value={filter.who}
        onChange={set("who")}
        choices={[
          {value: "", text: "Anybody"},
          ...principals.map(({id, text}) => ({value: id, text})),
          ...(isListed ? [] : [{value: filter.who, text: "Somebody else"}]),
        ]}
      />
      <SelectField
        label="Object"
        value={filter.what}
        onChange={set("what")}
        choices={[{value: "", text: "Anything"}, ...KINDS.map(value => ({value, text: kindName(value)}))]}
      />
      <TextField label="From" type="date" value={filter.from} onInput={set("from")} />
      <TextField
        label="Until"
        type="date"
        value={filter.to}
        onInput={set("to")}
        fault={faultOfDays(filter)}
      />
    </search>
  );
}

/** The names of kinds for people, where the names in the log say less. */
const NAMES_OF_KINDS: Readonly<Record<string, string>> = {
  customer: "Subscription",
  org: "Settings of the organization",
  github_installation: "GitHub account",
  oauth_grant: "Access of an application",
};

/** `service_account` as "Service account". */
function kindName(kind: string): string {
  const name = NAMES_OF_KINDS[kind];
  if (name !== undefined) return name;
  return capitalised(kind.replaceAll("_", " "));
}
