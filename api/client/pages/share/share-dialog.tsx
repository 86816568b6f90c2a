import {useEffect, useRef, useState} from "preact/hooks";
import {useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Button} from "../../parts/button.tsx";
import {Copyable, CopyButton} from "../../parts/copy.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Failed, messageOf} from "../../parts/failed.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import {useLoad} from "../../parts/use-load.ts";
import type {AdminAccess} from "../../service/admin-access.ts";
import {reader} from "../../service/reader.ts";
import {segment, service} from "../../service/service.ts";
import {type RuledModel, rowsSeen} from "../layer/row-access.ts";
import type {Member} from "../organization/data.ts";
import {AddGrant} from "./add-grant.tsx";
import type {Permission} from "./grant.ts";
import {type Grantees, loadGrantees, type Shared} from "./people.ts";
import {ruledModelsOf} from "./ruled-models.ts";

interface Grant {
  id: string;
  granteeTeamId?: string;
  granteeUserId?: string;
  permission: Permission;
  cascadeChartsPermission: Permission | null;
}

/** The people who may see or edit a resource, and how to give access to others: grants, the link, and embedding. */
export function ShareDialog({shared, onClose}: {shared: Shared; onClose: () => void}) {
  const {kind, id, name} = shared;
  const grants = useLoad(
    signal =>
      service.get<Grant[]>(`/api/grants?resourceType=${kind}&resourceId=${segment(id)}&limit=500`, {signal}),
    [kind, id],
  );
  const grantees = useLoad(loadGrantees, []);
  const [added, setAdded] = useState<readonly Member[]>([]);
  // Only org-admins choose people, and see which rows the chosen people get.
  const ruled = useLoad(
    async signal => (reader().orgRole === "admin" ? ruledModelsOf(shared, signal) : undefined),
    [kind, id],
  );
  return (
    <Dialog title={`Share “${name}”`} onClose={onClose}>
      <Load from={grantees}>
        {people => (
          <>
            <Load from={grants}>
              {list => (
                <GrantList
                  grants={list}
                  people={withMembers(people, added)}
                  ruled={ruled.value}
                  shared={shared}
                  onChange={grants.reload}
                />
              )}
            </Load>
            {ruled.error !== undefined && (
              <Failed
                error={ruled.error}
                message={`Which rows people see is not known: ${messageOf(ruled.error)}`}
                retry={ruled.reload}
              />
            )}
            <AddGrant
              people={withMembers(people, added)}
              ruled={ruled.value}
              shared={shared}
              onMember={member => setAdded([member, ...added])}
              onAdded={grants.reload}
            />
            <p class="hint">Everybody sees it with their own rows, and all rows of a snapshot.</p>
            <h3>Link</h3>
            <div class="buttons">
              <CopyButton text={`${location.origin}/${kind}s/${id}`} label="Copy the link" />
              <span class="soft">The link opens for people who have access, after they sign in.</span>
            </div>
            {people.me.orgRole === "admin" && (kind === "chart" || kind === "dashboard") && (
              <Embedding shared={shared} />
            )}
          </>
        )}
      </Load>
    </Dialog>
  );
}

function withMembers(people: Grantees, added: readonly Member[]): Grantees {
  return {...people, members: people.members && [...added, ...people.members]};
}

function GrantList({
  grants,
  people,
  ruled,
  shared,
  onChange,
}: {
  grants: readonly Grant[];
  people: Grantees;
  ruled: readonly RuledModel[] | undefined;
  shared: Shared;
  onChange: () => void;
}) {
  const access = useAdminAccess("manage");
  const sending = useSending();
  const place = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number>(undefined);
  // The pressed button disappears with its grant, so the focus moves to the next button, or to the rest of the list.
  useEffect(() => {
    if (removedAt.current === undefined) return;
    const left = [...(place.current?.querySelectorAll<HTMLElement>("li button") ?? [])];
    (left[removedAt.current] ?? left.at(-1) ?? place.current)?.focus();
    removedAt.current = undefined;
  }, [grants]);
  const revoke = ({service}: AdminAccess, grant: Grant) =>
    sending.send(async () => {
      const {kind, id} = shared;
      await service.delete(`/api/grants/${grant.id}?resourceType=${kind}&resourceId=${segment(id)}`);
      removedAt.current = grants.indexOf(grant);
      onChange();
    });
  if (grants.length === 0) {
    return (
      <div ref={place} tabIndex={-1}>
        <p class="soft">Not shared with anybody yet.</p>
      </div>
    );
  }
  return (
    <div ref={place} tabIndex={-1}>
      <ul class="grants" aria-label="Shared with">
        {grants.map(grant => (
          <li key={grant.id}>
            <Grantee grant={grant} people={people} ruled={ruled} />
            <span class="badge">
              {grant.permission === "edit" ? "may edit" : "may view"}
              {grant.cascadeChartsPermission && ", its charts too"}
              {shared.kind === "dashboard" && !grant.cascadeChartsPermission && ", but not its charts"}
            </span>
            {access && (
              <Button
                look="quiet"
                label="Revoke"
                busy={sending.busy}
                onClick={() => void revoke(access, grant)}
              >
                ✕
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SendingFault of={sending} />
      <WithManage text="Revoke a grant …" why="To revoke a grant" />
    </div>
  );
}

function Grantee({
  grant,
  people,
  ruled,
}: {
  grant: Grant;
  people: Grantees;
  ruled: readonly RuledModel[] | undefined;
}) {
  const team = people.teams.find(({id}) => id === grant.granteeTeamId);
  if (team) {
    return (
      <span class="who">
        <bdi>{team.name}</bdi> <span class="soft">team of {team.memberCount}</span>
      </span>
    );
  }
  const person = people.members?.find(({id}) => id === grant.granteeUserId);
  return (
    <span class="who">
      <bdi>{person?.name ?? grant.granteeUserId ?? "A team that is gone"}</bdi>{" "}
      {person && ruled && <span class="soft">sees {rowsSeen(ruled, person.attributes)}</span>}
    </span>
  );
}

function Embedding({shared}: {shared: Shared}) {
  const [url, setUrl] = useState<string>();
  const sending = useSending();
  const make = () =>
    sending.send(async () => {
      const {orgId} = (await loadGrantees()).me;
      const answer = await service.post<{url: string}>(`/api/orgs/${orgId}/embed-tokens`, {
        resourceType: shared.kind,
        resourceId: shared.id,
        expiresInSeconds: 3600,
      });
      setUrl(answer.url);
    });
  return (
    <>
      <h3>Embed in a page of yours</h3>
      <p class="soft">
        Your server asks for a token for each reader, with the attributes that decide their rows. The token
        below is for a trial: it expires after an hour and has no attributes.
      </p>
      <SendingFault of={sending} />
      {url ? (
        <Copyable
          label="the snippet"
          text={`<iframe src="${url}" title="${shared.kind}" width="100%" height="600"></iframe>`}
        />
      ) : (
        <Button busy={sending.busy} onClick={() => void make()}>
          Make a snippet
        </Button>
      )}
    </>
  );
}
