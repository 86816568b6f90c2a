import {useEffect, useState} from "preact/hooks";
import type {GraphNote} from "../../../../shared/core/wire/catalog.ts";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import {Button} from "../../parts/button.tsx";
import {CheckField} from "../../parts/field.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import {Loading} from "../../parts/loading.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment} from "../../service/service.ts";
import {firstSchema, type Schema} from "./first-schema.ts";

/** The service's proposal for a project, which is not saved yet. */
export interface Proposal {
  graph: Graph;
  notes: GraphNote[];
}

/** Chooses the schemas of a warehouse, and asks for the layer that the service proposes over their tables. */
export function ChooseSchemas({
  access,
  projectId,
  usual,
  onProposal,
}: {
  access: AdminAccess;
  projectId: string;
  /** The schema of the connection, chosen at first. */
  usual: string | undefined;
  onProposal: (proposal: Proposal) => void;
}) {
  const at = `/api/projects/${segment(projectId)}`;
  const schemas = useLoad(signal => access.service.get<Schema[]>(`${at}/schemas`, {signal}), [projectId]);
  const propose = (names: readonly string[]) =>
    access.service.post<Proposal>(`${at}/introspect/preview`, {inferJoins: true, schemas: names});
  return (
    <Load from={schemas}>
      {found => (
        <SchemaChoice
          schemas={found.filter(({tables}) => tables.length > 0)}
          usual={usual}
          propose={async names => onProposal(await propose(names))}
        />
      )}
    </Load>
  );
}

function SchemaChoice({
  schemas,
  usual,
  propose,
}: {
  schemas: readonly Schema[];
  usual: string | undefined;
  propose: (names: readonly string[]) => Promise<void>;
}) {
  const first = firstSchema(schemas, usual);
  const [chosen, setChosen] = useState<readonly string[]>(first ? [first.name] : []);
  const sending = useSending();
  const ask = () => void sending.send(() => propose(chosen));
  useEffect(() => {
    // With a single schema there is nothing to choose.
    if (schemas.length === 1) ask();
  }, []);
  if (schemas.length === 0) {
    return (
      <p class="notice">
        The user of this connection can read no table. Grant it <code>select</code> on the tables that people
        query, then reload this page.
      </p>
    );
  }
  const set = (name: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, name] : chosen.filter(one => one !== name));
  return (
    <>
      <fieldset class="schemas">
        <legend>Schemas whose tables become models</legend>
        {schemas.map(({name, tables}) => (
          <CheckField
            key={name}
            label={`${name} (${tables.length === 1 ? "1 table" : `${tables.length.toLocaleString()} tables`})`}
            checked={chosen.includes(name)}
            onChange={isChosen => set(name, isChosen)}
          />
        ))}
      </fieldset>
      <SendingFault of={sending} />
      <div class="buttons">
        <Button
          look="act"
          busy={sending.busy}
          unavailable={chosen.length === 0 ? "Choose a schema first." : undefined}
          onClick={ask}
        >
          Propose a layer
        </Button>
      </div>
      {sending.busy && <Loading text="Reading the tables, and samples of their rows …" />}
    </>
  );
}
