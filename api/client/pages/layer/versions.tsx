import type {ComponentChildren} from "preact";
import {useState} from "preact/hooks";
import type {LayerVersionView as Version} from "../../../../shared/querying/layers/schemas.ts";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import {AdminGate, useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {Button} from "../../parts/button.tsx";
import {Confirm} from "../../parts/confirm.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import type {Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {compareGraphs, type Difference} from "./compare-graphs.ts";
import {plural} from "./words.ts";

/** The dialog that is open for a version. */
type OpenDialog = {act: "compare" | "restore"; version: Version};

/** The versions of a layer: the changes of each version, and a button that restores it. */
export default function Versions({parameters: {projectId = ""}}: PageProps) {
  const at = `/api/projects/${segment(projectId)}`;
  const [dialog, setDialog] = useState<OpenDialog>();
  const loaded = useLoad(
    async signal => {
      const [project, versions] = await Promise.all([
        service.get<Project>(at, {signal}),
        service.get<Version[]>(`${at}/layer/versions`, {signal}),
      ]);
      return {project, versions};
    },
    [projectId],
  );
  const close = () => setDialog(undefined);
  return (
    <LoadPage what="project" from={loaded}>
      {({project, versions}) => (
        <>
          <PageHead
            title="Versions of the layer"
            back={{href: `/projects/${project.id}`, text: project.name}}
            about="Each application of a layer is a version. Restoring a version creates a new version."
          />
          {versions.length === 0 ? (
            <Empty title="No layer was applied yet" />
          ) : (
            <Table
              label="Versions"
              rows={versions}
              keyOf={({version}) => String(version)}
              columns={[
                {
                  title: "Version",
                  cell: ({version, current}) => (
                    <>
                      {version.toLocaleString()} {current && <span class="badge good">current</span>}
                    </>
                  ),
                },
                {title: "Created by", cell: ({note}) => <bdi>{note}</bdi>},
                {
                  title: "Models",
                  number: true,
                  minor: true,
                  cell: ({modelCount}) => modelCount.toLocaleString(),
                },
                {title: "When", minor: true, cell: ({createdAt}) => <When at={createdAt} />},
                {
                  title: "Actions",
                  cell: version => (
                    <>
                      <Button
                        look="quiet"
                        label={`Changes of version ${version.version}`}
                        onClick={() => setDialog({act: "compare", version})}
                      >
                        Changes
                      </Button>
                      {!version.current && (
                        <Button
                          look="quiet"
                          label={`Restore version ${version.version}`}
                          onClick={() => setDialog({act: "restore", version})}
                        >
                          Restore
                        </Button>
                      )}
                    </>
                  ),
                },
              ]}
            />
          )}
          {dialog?.act === "compare" && (
            <Dialog title={`Changes of version ${dialog.version.version}`} onClose={close} wide>
              <Compared at={at} before={dialog.version.version - 1} after={dialog.version.version} />
            </Dialog>
          )}
          {dialog?.act === "restore" && (
            <Restore
              at={at}
              version={dialog.version}
              current={versions.find(({current}) => current)?.version ?? 0}
              isInGit={project.git !== null}
              onClose={close}
              onDone={() => {
                close();
                loaded.reload();
              }}
            />
          )}
        </>
      )}
    </LoadPage>
  );
}

function Restore({
  at,
  version: {version},
  current,
  isInGit,
  onClose,
  onDone,
}: {
  at: string;
  version: Version;
  current: number;
  isInGit: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <AdminDialog title={`Restore version ${version}`} onClose={onClose}>
      {restore => (
        <Confirm
          title={`Restore version ${version}`}
          act="Restore it"
          run={() => restore(`${at}/layer/versions/${version}/restore`)}
          onDone={onDone}
          onClose={onClose}
        >
          {isInGit && (
            <p class="notice">
              This layer follows a repository: the next commit there replaces the restored version.
            </p>
          )}
          <p>The restore changes the current layer as follows:</p>
          <Compared at={at} before={current} after={version} />
        </Confirm>
      )}
    </AdminDialog>
  );
}

/** The content, if there is access; else a dialog that asks for access. */
function AdminDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: (post: (path: string) => Promise<unknown>) => ComponentChildren;
}) {
  const access = useAdminAccess();
  if (access) return <>{children(path => access.service.post(path))}</>;
  return (
    <Dialog title={title} onClose={onClose}>
      <AdminGate why="To restore a version">{() => null}</AdminGate>
    </Dialog>
  );
}

/** The differences between two versions. Version 0 is empty. */
function Compared({at, before, after}: {at: string; before: number; after: number}) {
  const differences = useLoad(
    async signal => {
      const [old, made] = await Promise.all([
        readVersion(at, before, signal),
        readVersion(at, after, signal),
      ]);
      return compareGraphs(old, made);
    },
    [at, before, after],
  );
  return <Load from={differences}>{found => <Differences differences={found} />}</Load>;
}

async function readVersion(at: string, version: number, signal: AbortSignal): Promise<Graph> {
  return version === 0 ? {models: []} : service.get<Graph>(`${at}/layer?version=${version}`, {signal});
}

const SIGNS: Readonly<Record<Difference["how"], string>> = {added: "+", removed: "−", changed: "~"};
const MAX_DIFFERENCES = 200;

function Differences({differences}: {differences: readonly Difference[]}) {
  if (differences.length === 0) return <p class="soft">No differences.</p>;
  return (
    <>
      <ul class="differences" aria-label="Differences">
        {differences.slice(0, MAX_DIFFERENCES).map(({how, what, keys}) => (
          <li key={`${how} ${what}`} class={how}>
            <span aria-hidden="true">{SIGNS[how]}</span> <span class="soft">{how}</span>{" "}
            <bdi class="code">{what}</bdi>
            {keys.map(({key, before, after}) => (
              <div key={key} class="key">
                {key}: {before && <del>{before}</del>} {after && <ins>{after}</ins>}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {differences.length > MAX_DIFFERENCES && (
        <p class="soft">And {plural(differences.length - MAX_DIFFERENCES, "further difference")}.</p>
      )}
    </>
  );
}
