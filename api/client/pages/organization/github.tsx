import {useState} from "preact/hooks";
import type {
  InstallationView as Installation,
  RepositoryView as Repository,
} from "../../../../shared/modeling/github/schemas.ts";
import {useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {ListTable, Table, usePages} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment, service} from "../../service/service.ts";
import {orgPath} from "./data.ts";

/** The GitHub accounts whose repositories projects can follow. */
export default function GithubPage() {
  const loaded = useLoad(async signal => {
    const path = `${orgPath()}/github/installations`;
    return {path, rows: await service.get<Installation[]>(path, {signal})};
  }, []);
  const access = useAdminAccess("manage");
  const [opened, setOpened] = useState<Installation>();
  const connecting = useSending();
  const connect = (installationId?: string) =>
    connecting.send(async () => {
      const path = `${orgPath()}/github/installations`;
      const body = installationId === undefined ? {} : {installationId};
      const post = () => service.post<{url: string | null}>(path, body);
      // If the answer was lost and the request repeated, the repeated answer has no link. Another call makes another one.
      const url = (await post()).url ?? (await post()).url;
      if (url !== null) location.assign(url);
    });
  return (
    <>
      <PageHead title="GitHub" about="Repositories that hold layers as code.">
        <Button busy={connecting.busy} onClick={() => void connect()}>
          Connect a GitHub account
        </Button>
      </PageHead>
      <SendingFault of={connecting} />
      <Load from={loaded}>
        {({path, rows}) =>
          rows.length === 0 ? (
            <Empty title="No GitHub account is connected">
              <p>
                Connect one, and choose at GitHub which of its repositories projects may follow. A project's
                layer then changes with its branch.
              </p>
            </Empty>
          ) : (
            <>
              <Table<Installation>
                label="GitHub accounts"
                rows={rows}
                keyOf={({id}) => id}
                columns={[
                  {
                    title: "Account",
                    cell: ({account: {login}, url}) => (
                      <a href={url}>
                        <bdi>{login}</bdi>
                      </a>
                    ),
                  },
                  {title: "State", cell: ({status}) => <span class="badge">{status}</span>},
                  {
                    title: "Repositories",
                    cell: one => (
                      <Button
                        look="quiet"
                        label={`Repositories of ${one.account.login}`}
                        onClick={() => setOpened(one)}
                      >
                        {one.repositories.read.toLocaleString()}, {one.repositories.write.toLocaleString()} to
                        write
                      </Button>
                    ),
                  },
                  {title: "Confirmed", minor: true, cell: ({confirmedAt}) => <When at={confirmedAt} />},
                  {
                    title: "",
                    cell: one => (
                      <span class="buttons">
                        <Button
                          look="quiet"
                          busy={connecting.busy}
                          label={`Confirm the repositories of ${one.account.login} again`}
                          onClick={() => void connect(one.id)}
                        >
                          Confirm again
                        </Button>
                        {access && <Disconnect of={one} path={path} access={access} onDone={loaded.reload} />}
                      </span>
                    ),
                  },
                ]}
              />
              <WithManage text="Disconnect an account …" why="To disconnect an account" />
              {opened && <Repositories of={opened} path={path} onClose={() => setOpened(undefined)} />}
            </>
          )
        }
      </Load>
    </>
  );
}

function Disconnect({
  of: {id, account},
  path,
  access,
  onDone,
}: {
  of: Installation;
  path: string;
  access: AdminAccess;
  onDone: () => void;
}) {
  return (
    <RemoveButton
      text="Disconnect"
      label={`Disconnect ${account.login}`}
      look="quiet"
      title={`Disconnect ${account.login}`}
      act="Disconnect it"
      run={() => access.service.delete(`${path}/${segment(id)}`)}
      onDone={onDone}
    >
      <p>Projects no longer follow the repositories of this account. Their layers stay as they are.</p>
    </RemoveButton>
  );
}

function Repositories({
  of: {id, account},
  path,
  onClose,
}: {
  of: Installation;
  path: string;
  onClose: () => void;
}) {
  const list = usePages<Repository>(`${path}/${segment(id)}/repositories?limit=100`);
  return (
    <Dialog title={`Repositories of ${account.login}`} onClose={onClose}>
      <ListTable
        label="Repositories"
        list={list}
        keyOf={one => one.id}
        columns={[
          {title: "Repository", cell: ({repository}) => <bdi>{repository}</bdi>},
          {title: "Branch", minor: true, cell: ({defaultBranch}) => <bdi>{defaultBranch}</bdi>},
          {title: "Permission", cell: ({permission}) => (permission === "write" ? "read and write" : "read")},
        ]}
        empty={<Empty title="Nobody has confirmed a repository yet" />}
      />
    </Dialog>
  );
}
