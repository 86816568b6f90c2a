import {render} from "preact";
import {useState} from "preact/hooks";
import {Copyable} from "../../parts/copy.tsx";
import {messageOf} from "../../parts/failed.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {service} from "../../service/service.ts";
import type {Query} from "./question.ts";

/** The shown query for use in programs: its SQL, its JSON, and a call with curl, each to copy. */
export class AsCode {
  readonly root = document.createElement("div");

  constructor() {
    this.root.className = "as-code";
  }

  show(query: Query): void {
    const json = JSON.stringify(query, withoutEmpty, 2);
    render(
      <>
        <Part title="SQL">{() => <Sql json={json} />}</Part>
        <Part title="JSON">{() => <Copyable label="JSON" text={json} />}</Part>
        <Part title="curl">
          {() => (
            <>
              <Copyable label="curl" text={curlOf(json)} />
              <p class="soft">TOKEN is a token of yours, with the scope “read”.</p>
            </>
          )}
        </Part>
      </>,
      this.root,
    );
  }
}

/** A part whose content is rendered only while the part is open. */
function Part({title, children}: {title: string; children: () => preact.ComponentChildren}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="code-part" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div>{children()}</div>}
    </details>
  );
}

function Sql({json}: {json: string}) {
  const {value, error} = useLoad(
    async signal => (await service.post<{sql: string}>("/api/query/detail", JSON.parse(json), {signal})).sql,
    [json],
  );
  const shown = value === "" ? "Only people who see the dataset's project see the SQL." : value;
  const text = error === undefined ? (shown ?? "Loading …") : messageOf(error);
  return <Copyable label="SQL" text={text} />;
}

/** The call for a POSIX shell, with the token in a variable. */
function curlOf(json: string): string {
  const quoted = json.replaceAll("'", String.raw`'\''`);
  return [
    `curl ${location.origin}/api/query`,
    '-H "Authorization: Bearer $TOKEN"',
    '-H "Content-Type: application/json"',
    `-d '${quoted}'`,
  ].join(" \\\n  ");
}

/** Leaves empty lists out of the query's own parts. */
function withoutEmpty(key: string, value: unknown): unknown {
  const isPart = key === "dimensions" || key === "measures" || key === "filters" || key === "orderBy";
  return isPart && Array.isArray(value) && value.length === 0 ? undefined : value;
}
