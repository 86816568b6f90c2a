import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {ListTable, nameColumn, usePages} from "../../parts/list-table.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {allProjects} from "../../service/projects.ts";
import {service} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import type {Connection, ConnectionType} from "./config-fields.ts";
import {NewConnection} from "./new-connection.tsx";
import {ProjectsOf} from "./projects-of.tsx";

/** The warehouses of the organization, and the projects over them. */
export default function Connections() {
  const [isAdding, setAdding] = useState(() => new URLSearchParams(location.search).has("new"));
  const list = usePages<Connection>("/api/connections?limit=50");
  const projects = useLoad(allProjects, []);
  const types = useLoad(signal => service.get<ConnectionType[]>("/api/connections/types", {signal}), []);
  const titleOf = (type: string) => types.value?.find(one => one.type === type)?.title ?? type;
  return (
    <>
      <PageHead title="Connections" about="The warehouses that queries run in.">
        <OnlyFor who="admins">
          <Button look="act" onClick={() => setAdding(true)}>
            New connection
          </Button>
        </OnlyFor>
      </PageHead>
      <ListTable
        label="Connections"
        list={list}
        keyOf={({id}) => id}
        columns={[
          nameColumn("/connections"),
          {title: "Warehouse", cell: ({type}) => titleOf(type)},
          {title: "At", minor: true, cell: ({config}) => <bdi>{locationOf(config)}</bdi>},
          {
            title: "Used by",
            cell: ({id}) => <ProjectsOf connectionId={id} projects={projects.value} />,
          },
          {title: "Made", minor: true, cell: ({createdAt}) => <When at={createdAt} />},
        ]}
        empty={
          <Empty title="No warehouse is connected yet">
            <p>Connect one, and the service proposes a layer of models over its tables.</p>
          </Empty>
        }
      />
      {isAdding && (
        <Dialog title="New connection" onClose={() => setAdding(false)}>
          <NewConnection onMade={({id}) => open(`/connections/${id}`)} />
        </Dialog>
      )}
    </>
  );
}

function locationOf(config: Connection["config"] = {}): string {
  const {host, account, path, projectId} = config;
  return String(host ?? account ?? path ?? projectId ?? "–");
}
