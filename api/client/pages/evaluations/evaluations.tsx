import {useState} from "preact/hooks";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {StatusBadge} from "../../parts/status-badge.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import type {Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {type Cadence, cronOf, newCadence} from "../schedules/cadence.ts";
import {CadenceFields} from "../schedules/cadence-fields.tsx";
import {countCorrect, describeChange, type Evaluation} from "./data.ts";

/**
 * An evaluation of thousands of questions takes hours, and the account that asks them must not expire before its end.
 */
const MAX_MS = 4 * 3_600_000;

/** The evaluations of a project, newest first, and a button for a new one. */
export default function Evaluations({parameters: {projectId = ""}}: PageProps) {
  const at = `/api/projects/${segment(projectId)}`;
  const [isStarting, setStarting] = useState(false);
  const project = useLoad(signal => service.get<Project>(at, {signal}), [projectId]);
  const list = usePages<Evaluation>(`${at}/evaluations?limit=50`);
  return (
    <LoadPage what="project" from={project}>
      {({id, name}) => (
        <>
          <PageHead
            title="Evaluations"
            back={{href: `/projects/${id}`, text: name}}
            about="How many questions with known answers a model gets right, compared with the previous evaluation."
          >
            <Button look="act" onClick={() => setStarting(true)}>
              New evaluation
            </Button>
            <LinkButton href={`/projects/${id}/verified-questions`}>Verified questions</LinkButton>
          </PageHead>
          <ListTable
            label="Evaluations"
            list={list}
            keyOf={one => one.id}
            empty={
              <Empty title="No evaluation yet">
                <p>Mark answers as verified: an evaluation asks those questions again.</p>
              </Empty>
            }
            columns={[
              {
                title: "Name",
                cell: one => (
                  <>
                    <a href={`/projects/${id}/evaluations/${one.id}`}>
                      <bdi>{one.name}</bdi>
                    </a>
                    {one.layer && <bdi class="soft"> {one.layer.ref}</bdi>}
                  </>
                ),
              },
              {title: "When", cell: ({createdAt}) => <When at={createdAt} />},
              {title: "Status", cell: ({status}) => <StatusBadge status={status} />},
              {title: "Right", number: true, cell: countCorrect},
              {title: "Since the previous evaluation", minor: true, cell: describeChange},
              {title: "Model", minor: true, cell: ({model}) => <bdi>{model}</bdi>},
              {
                title: "Tokens",
                number: true,
                minor: true,
                cell: ({summary}) => summary?.tokens.toLocaleString() ?? "–",
              },
            ]}
          />
          {isStarting && (
            <Dialog title="New evaluation" onClose={() => setStarting(false)}>
              <AdminGate why="To evaluate, which spends tokens" neededMs={MAX_MS}>
                {access => <Start access={access} at={at} page={`/projects/${id}/evaluations`} />}
              </AdminGate>
            </Dialog>
          )}
        </>
      )}
    </LoadPage>
  );
}

const RUNS = ["1", "3", "5", "10"].map(value => ({value, text: value}));

/** Begins an evaluation of the project's verified questions. */
function Start({access, at, page}: {access: AdminAccess; at: string; page: string}) {
  const [name, setName] = useState("");
  const [model, setModel] = useState("");
  const [runs, setRuns] = useState("1");
  const [isRegular, setRegular] = useState(false);
  const [cadence, setCadence] = useState<Cadence>(newCadence);
  const sending = useSending();
  const start = async () => {
    const body = {
      runs: Number(runs),
      ...(name.trim() && {name: name.trim()}),
      ...(model.trim() && {model: model.trim()}),
      // The account of a browser expires, which would end the cadence.
      ...(isRegular && {cadence: {cron: cronOf(cadence), timezone: cadence.timezone}, ownAccount: true}),
    };
    const made = await sending.send(() => access.service.post<{id: string}>(`${at}/evaluations`, body));
    if (made) open(`${page}/${made.id}`);
  };
  return (
    <Form sending={sending} submit="Evaluate" onSubmit={() => void start()}>
      <p class="soft">
        An evaluation asks the verified questions of the project. No question is an example for its own
        answer.
      </p>
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        fault={sending.faultAt("/name")}
        hint="The evaluation is compared with the previous one of this name. Default: the model's name."
      />
      <TextField
        label="Model"
        value={model}
        onInput={setModel}
        fault={sending.faultAt("/model")}
        hint="Default: the model that answers questions here."
      />
      <SelectField label="How often each question is asked" value={runs} onChange={setRuns} choices={RUNS} />
      <CheckField label="Repeat on a schedule" checked={isRegular} onChange={setRegular} />
      {isRegular && (
        <>
          <CadenceFields
            cadence={cadence}
            onChange={setCadence}
            faultAt={pointer => sending.faultAt(`/cadence${pointer}`)}
          />
          <p class="hint">
            The evaluation runs as a service account of its own. The account is an org-admin's, may read and
            write, does not expire, and has no attributes of row access. It is listed with the{" "}
            <a href="/service-accounts">service accounts</a>. Nobody has its token.
          </p>
        </>
      )}
    </Form>
  );
}
