import {useState} from "preact/hooks";
import type {OAuthGrant as Grant} from "../../../../shared/identity/sign-in/schemas.ts";
import {useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Empty} from "../../parts/empty.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment} from "../../service/service.ts";
import {orgPath} from "./data.ts";
import {OrgList} from "./org-list.tsx";

export default function Applications() {
  const [turn, setTurn] = useState(0);
  const access = useAdminAccess("manage");
  return (
    <>
      <PageHead
        title="Applications"
        about="Programs, such as MCP clients, to which members have given access."
      />
      <OrgList<Grant>
        of="oauth-grants"
        label="Applications"
        turn={turn}
        keyOf={({id}) => id}
        columns={[
          {title: "Application", cell: ({clientName}) => <bdi>{clientName}</bdi>},
          {title: "Acts for", cell: ({user}) => <bdi>{user.name}</bdi>},
          {title: "May", cell: ({scopes}) => scopes.join(", ")},
          {title: "Given", minor: true, cell: ({createdAt}) => <When at={createdAt} />},
          {title: "Last used", cell: ({lastUsedAt}) => (lastUsedAt ? <When at={lastUsedAt} /> : "never")},
          ...(access
            ? [
                {
                  title: "",
                  cell: (grant: Grant) => (
                    <End grant={grant} access={access} onEnded={() => setTurn(turn + 1)} />
                  ),
                },
              ]
            : []),
        ]}
        below={<WithManage text="End an access …" why="To end the access of an application" />}
        empty={
          <Empty title="No application has access">
            <p>
              An MCP client that is connected to <code>{location.origin}/mcp</code> asks the person for
              access, and is then listed here.
            </p>
          </Empty>
        }
      />
    </>
  );
}

function End({
  grant: {id, clientName, user},
  access,
  onEnded,
}: {
  grant: Grant;
  access: AdminAccess;
  onEnded: () => void;
}) {
  return (
    <RemoveButton
      text="End"
      label={`End the access of ${clientName} for ${user.name}`}
      look="quiet"
      title={`End the access of ${clientName}`}
      act="End it"
      run={() => access.service.delete(`${orgPath()}/oauth-grants/${segment(id)}`)}
      onDone={onEnded}
    >
      <p>
        Within a second, the application can no longer act for <bdi>{user.name}</bdi>. It can ask for access
        again.
      </p>
    </RemoveButton>
  );
}
