import {Empty} from "../../parts/empty.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {When} from "../../parts/when.tsx";
import {OrgList} from "./org-list.tsx";

interface Grant {
  id: string;
  clientName: string;
  user: {name: string; email: string};
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
}

export default function Applications() {
  return (
    <>
      <PageHead
        title="Applications"
        about="Programs, such as MCP clients, to which members have given access."
      />
      <OrgList<Grant>
        of="oauth-grants"
        label="Applications"
        keyOf={({id}) => id}
        columns={[
          {title: "Application", cell: ({clientName}) => <bdi>{clientName}</bdi>},
          {title: "Acts for", cell: ({user}) => <bdi>{user.name}</bdi>},
          {title: "May", cell: ({scopes}) => scopes.join(", ")},
          {title: "Given", minor: true, cell: ({createdAt}) => <When at={createdAt} />},
          {title: "Last used", cell: ({lastUsedAt}) => (lastUsedAt ? <When at={lastUsedAt} /> : "never")},
        ]}
        empty={
          <Empty title="No application has access">
            <p>
              An MCP client that is connected to <code>{location.origin}/mcp</code> asks its person for
              access, and stands here afterwards.
            </p>
          </Empty>
        }
      />
    </>
  );
}
