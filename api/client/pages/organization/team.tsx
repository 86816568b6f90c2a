import {useState} from "preact/hooks";
import {useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Empty} from "../../parts/empty.tsx";
import {SelectField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Table} from "../../parts/list-table.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {RunButton} from "../../parts/run-button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {segment, service} from "../../service/service.ts";
import {open as goTo} from "../../shell/navigation.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {allOf, type Member, orgPath, type ServiceAccount, type Team, type TeamMember} from "./data.ts";

interface Opened {
  path: string;
  team: Team;
  members: TeamMember[];
  /** The members and service accounts of the organization that are not in the team. */
  others: {id: string; text: string}[];
}

export default function TeamPage({parameters}: PageProps) {
  const id = parameters["teamId"] ?? "";
  const loaded = useLoad(signal => open(id, signal), [id]);
  const access = useAdminAccess("manage");
  return (
    <LoadPage what="team" from={loaded}>
      {({path, team, members, others}) => (
        <>
          <PageHead title={team.name} back={{href: "/teams", text: "All teams"}} />
          {members.length === 0 ? (
            <Empty title="Nobody is in this team yet" />
          ) : (
            <Table<TeamMember>
              label="Members of the team"
              rows={members}
              keyOf={member => member.id}
              columns={[
                {title: "Name", cell: ({name}) => <bdi>{name}</bdi>},
                {title: "Kind", cell: ({kind}) => (kind === "user" ? "person" : "service account")},
                {title: "Role", cell: ({role}) => role},
                ...(access
                  ? [
                      {
                        title: "",
                        cell: ({id: member, name}: TeamMember) => (
                          <RunButton
                            text="Take out"
                            label={`Take ${name} out`}
                            run={() => access.service.delete(`${path}/members/${segment(member)}`)}
                            onDone={loaded.reload}
                          />
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          {members.length > 0 && <WithManage text="Remove somebody …" why="To remove somebody" />}
          <h2>Add somebody, or change their role</h2>
          <AddToTeam path={path} members={members} others={others} onAdded={loaded.reload} />
          <h2>Delete</h2>
          <WithManage text="Delete the team …" why="To delete a team">
            {({service: able}) => (
              <RemoveButton
                text="Delete the team"
                title={`Delete ${team.name}`}
                act="Delete it"
                run={() => able.delete(path)}
                onDone={() => goTo("/teams")}
              >
                <p>
                  Its members stay in the organization. A team that has projects or content is not deleted.
                </p>
              </RemoveButton>
            )}
          </WithManage>
        </>
      )}
    </LoadPage>
  );
}

async function open(id: string, signal: AbortSignal): Promise<Opened> {
  const org = orgPath();
  const path = `${org}/teams/${segment(id)}`;
  const [team, members, people, accounts] = await Promise.all([
    service.get<Team>(path, {signal}),
    allOf<TeamMember>(`${path}/members?limit=500`, signal),
    allOf<Member>(`${org}/members?limit=500`, signal),
    allOf<ServiceAccount>(`${org}/service-accounts?limit=500`, signal),
  ]);
  const inside = new Set(members.map(member => member.id));
  const others = [
    ...people.map(({id: person, name, email}) => ({id: person, text: `${name}, ${email}`})),
    ...accounts.map(({id: account, name}) => ({id: account, text: `${name} (service account)`})),
  ].filter(one => !inside.has(one.id));
  return {path, team, members, others};
}

function AddToTeam({
  path,
  members,
  others,
  onAdded,
}: Pick<Opened, "path" | "members" | "others"> & {onAdded: () => void}) {
  const [who, setWho] = useState("");
  const [role, setRole] = useState<"member" | "lead">("member");
  const sending = useSending();
  const add = () =>
    sending.send(async () => {
      if (who === "") throw new Error("Choose somebody first.");
      await service.put(`${path}/members/${segment(who)}`, {role});
      setWho("");
      onAdded();
    });
  return (
    <Form sending={sending} submit="Save" onSubmit={() => void add()}>
      <SelectField
        label="Who"
        value={who}
        onChange={setWho}
        choices={[
          {value: "", text: "A person or a service account"},
          ...members.map(({id, name, role: now}) => ({value: id, text: `${name} (${now} now)`})),
          ...others.map(({id, text}) => ({value: id, text})),
        ]}
      />
      <SelectField
        label="As"
        value={role}
        onChange={setRole}
        choices={[
          {value: "member", text: "member: sees and edits the team's content"},
          {value: "lead", text: "lead: also shares it, sends it and manages the members"},
        ]}
      />
    </Form>
  );
}
