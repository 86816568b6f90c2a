import {useState} from "preact/hooks";
import {UnlockedByChoice} from "../../parts/access/admin-gate.tsx";
import {Button} from "../../parts/button.tsx";
import {TextField} from "../../parts/field.tsx";
import {Form, SendingFault, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {type AdminAccess, ensureAdminAccess} from "../../service/admin-access.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {service} from "../../service/service.ts";
import {
  type Connection,
  type ConnectionType,
  configFields,
  newConfig,
  suggestedName,
  type Typed,
} from "./config-fields.ts";
import {AddressField, ConfigForm} from "./config-form.tsx";

/**
 * Chooses a type of warehouse and connects one. The service opens the warehouse before it saves the connection.
 * Choosing a type also creates the service account that makes the connection, unless this document already has access.
 */
export function NewConnection({onMade}: {onMade: (connection: Connection) => void}) {
  const [chosen, setChosen] = useState<{type: ConnectionType; access: AdminAccess}>();
  const types = useLoad(signal => service.get<ConnectionType[]>("/api/connections/types", {signal}), []);
  const unlocking = useSending();
  if (!isAdminEditor())
    return <p class="notice">Only an org-admin can connect a warehouse. Ask one of yours.</p>;
  if (chosen) return <NewOfType {...chosen} onMade={onMade} onBack={() => setChosen(undefined)} />;
  const choose = (type: ConnectionType) =>
    unlocking.send(async () => setChosen({type, access: await ensureAdminAccess()}));
  return (
    <Load from={types}>
      {known => (
        <>
          <ul class="types" aria-label="Types of warehouses">
            {known.map(one => (
              <li key={one.type}>
                <Button busy={unlocking.busy} onClick={() => void choose(one)}>
                  {one.title}
                </Button>
              </li>
            ))}
          </ul>
          <SendingFault of={unlocking} />
          <UnlockedByChoice />
        </>
      )}
    </Load>
  );
}

function NewOfType({
  access,
  type,
  onMade,
  onBack,
}: {
  access: AdminAccess;
  type: ConnectionType;
  onMade: (connection: Connection) => void;
  onBack: () => void;
}) {
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<Typed>({});
  const sending = useSending();
  const fields = configFields(type);
  const takesAddress = ["host", "database", "user"].every(part => fields.some(field => field.name === part));
  const connect = async () => {
    const made = await sending.send(() =>
      access.service.post<Connection>("/api/connections", {
        name: name.trim() || suggestedName(type, typed),
        type: type.type,
        config: newConfig(fields, typed),
      }),
    );
    if (made) onMade(made);
  };
  return (
    <Form
      sending={sending}
      submit={sending.busy ? "Opening the warehouse …" : "Test and connect"}
      onSubmit={() => void connect()}
      other={<Button onClick={onBack}>Another type</Button>}
    >
      <h3>{type.title}</h3>
      {takesAddress && <AddressField fields={fields} onParts={parts => setTyped({...typed, ...parts})} />}
      <ConfigForm fields={fields} typed={typed} onTyped={setTyped} faultAt={sending.faultAt} />
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        placeholder={suggestedName(type, typed)}
        fault={sending.faultAt("/name")}
        hint="The name that people see. Secrets are stored encrypted, and never shown again."
      />
    </Form>
  );
}
