import {Empty} from "../../parts/empty.tsx";
import {Table} from "../../parts/list-table.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {Refusal} from "../../service/api.ts";
import {service} from "../../service/service.ts";
import {orgPath} from "./data.ts";

interface Installation {
  id: number | string;
  account: string;
  repositories?: {repository: string; permission: string}[];
}

export default function GithubPage() {
  const loaded = useLoad(async signal => installations(await orgPath(), signal), []);
  return (
    <>
      <PageHead title="GitHub" about="Repositories that hold layers as code." />
      <Load from={loaded}>
        {list =>
          typeof list === "string" || list.length === 0 ? (
            <Empty title="No GitHub account is connected">
              <p>
                {typeof list === "string"
                  ? list
                  : "An org-admin connects one when the service has its GitHub App."}
              </p>
            </Empty>
          ) : (
            <Table<Installation>
              label="GitHub accounts"
              rows={list}
              keyOf={({id}) => String(id)}
              columns={[
                {title: "Account", cell: ({account}) => <bdi>{account}</bdi>},
                {
                  title: "Repositories",
                  cell: ({repositories = []}) =>
                    repositories.map(({repository}) => repository).join(", ") || "–",
                },
              ]}
            />
          )
        }
      </Load>
    </>
  );
}

/** The connected accounts, or the sentence of a service that has no GitHub App. */
async function installations(path: string, signal: AbortSignal): Promise<Installation[] | string> {
  try {
    return await service.get<Installation[]>(`${path}/github/installations`, {signal});
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return error.message;
    throw error;
  }
}
