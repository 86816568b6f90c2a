import {useState} from "preact/hooks";
import type {EmbedTokenView as EmbedToken} from "../../../../shared/surfaces/embed/schemas.ts";
import {useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Empty} from "../../parts/empty.tsx";
import {CheckField} from "../../parts/field.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {Moment, When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment} from "../../service/service.ts";
import {type Attributes, orgPath} from "./data.ts";
import {OrgList} from "./org-list.tsx";
import {listPrincipals} from "./principals.ts";

export default function EmbedTokens() {
  const [turn, setTurn] = useState(0);
  const [withEnded, setWithEnded] = useState(false);
  const access = useAdminAccess("manage");
  const principals = useLoad(listPrincipals, []);
  const names = new Map(principals.value?.map(({id, name}) => [id, name]));
  return (
    <>
      <PageHead
        title="Embed tokens"
        about="An embed token opens one chart or dashboard on a page of another site, with the rows of the token's attributes, until the token expires."
      />
      <CheckField
        label="Include expired and revoked tokens"
        checked={withEnded}
        onChange={checked => setWithEnded(checked)}
      />
      <OrgList<EmbedToken>
        of="embed-tokens"
        label="Embed tokens"
        turn={turn}
        keyOf={({id}) => id}
        isShown={one => withEnded || isOpen(one)}
        columns={[
          {
            title: "Opens",
            cell: ({resourceType, resourceId, resourceName}) => (
              <>
                <a href={`/${resourceType}s/${segment(resourceId)}`}>
                  <bdi>{resourceName}</bdi>
                </a>{" "}
                <span class="soft">{resourceType}</span>
              </>
            ),
          },
          {title: "Rows", cell: ({attributes}) => <bdi>{describeAttributes(attributes)}</bdi>},
          {
            title: "Made",
            minor: true,
            cell: ({createdAt, createdBy}) => (
              <>
                <When at={createdAt} /> {names.has(createdBy) && <bdi>by {names.get(createdBy)}</bdi>}
              </>
            ),
          },
          {title: "Ends", cell: token => <End token={token} />},
          ...(access
            ? [
                {
                  title: "",
                  cell: (token: EmbedToken) =>
                    isOpen(token) && (
                      <Revoke token={token} access={access} onRevoked={() => setTurn(turn + 1)} />
                    ),
                },
              ]
            : []),
        ]}
        below={<WithManage text="Revoke a token …" why="To revoke an embed token" />}
        empty={
          <Empty title={withEnded ? "No embed token was made yet" : "No embed token is open"}>
            <p>“Share” on a dashboard or a chart gives the snippet to embed it, with a token to try it.</p>
          </Empty>
        }
      />
    </>
  );
}

function isOpen({expiresAt, revokedAt}: EmbedToken): boolean {
  return revokedAt === null && Date.parse(expiresAt) > Date.now();
}

function End({token: {expiresAt, revokedAt}}: {token: EmbedToken}) {
  if (revokedAt === null) return <Moment at={expiresAt} />;
  return (
    <>
      revoked <When at={revokedAt} />
    </>
  );
}

function describeAttributes(attributes: Attributes): string {
  const parts = Object.entries(attributes).map(([name, values]) => `${name}: ${values.join(", ")}`);
  return parts.join("; ") || "rows without row access";
}

function Revoke({
  token: {id, resourceName},
  access,
  onRevoked,
}: {
  token: EmbedToken;
  access: AdminAccess;
  onRevoked: () => void;
}) {
  return (
    <RemoveButton
      text="Revoke"
      label={`Revoke the token of ${resourceName}`}
      look="quiet"
      title={`Revoke the token of ${resourceName}`}
      act="Revoke it"
      run={() => access.service.delete(`${orgPath()}/embed-tokens/${segment(id)}`)}
      onDone={onRevoked}
    >
      <p>From their next request on, pages with this token show nothing.</p>
    </RemoveButton>
  );
}
