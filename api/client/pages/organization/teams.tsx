import {useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {nameColumn, Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {segment, service} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import {orgPath, type Team} from "./data.ts";

export default function Teams() {
  const [isAdding, setAdding] = useState(false);
  const teams = useLoad(signal => service.get<Team[]>(`${orgPath()}/teams`, {signal}), []);
  return (
    <>
      <PageHead title="Teams" about="The members of a team see and edit what belongs to the team.">
        <Button look="act" onClick={() => setAdding(true)}>
          New team
        </Button>
      </PageHead>
      <Load from={teams}>
        {rows =>
          rows.length === 0 ? (
            <Empty title="No team yet" />
          ) : (
            <Table<Team>
              label="Teams"
              rows={rows}
              keyOf={({id}) => id}
              columns={[
                nameColumn("/teams"),
                {title: "Members", number: true, cell: ({memberCount}) => memberCount},
                {title: "You are", cell: ({role}) => role ?? "–"},
              ]}
            />
          )
        }
      </Load>
      {isAdding && (
        <AddTeam
          onClose={() => setAdding(false)}
          // An empty team is of no use: next, somebody is added to it.
          onAdded={({id}) => open(`/teams/${segment(id)}`)}
        />
      )}
    </>
  );
}

function AddTeam({onClose, onAdded}: {onClose: () => void; onAdded: (team: Team) => void}) {
  const [name, setName] = useState("");
  const sending = useSending();
  const add = () =>
    sending.send(async () => {
      onAdded(await service.post<Team>(`${orgPath()}/teams`, {name: name.trim()}));
    });
  return (
    <Dialog title="New team" onClose={onClose}>
      <Form sending={sending} submit="Create" onSubmit={() => void add()}>
        <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
      </Form>
    </Dialog>
  );
}
