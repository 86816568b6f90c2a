import {useState} from "preact/hooks";
import type {WriteBackView as WriteBack} from "../../../../shared/modeling/github/write-back-schemas.ts";
import type {VerifiedQuestionView as VerifiedQuestion} from "../../../../shared/modeling/verified-questions/schemas.ts";
import {describeQuery} from "../../asking/describe-query.ts";
import {AdminGate} from "../../parts/access/admin-gate.tsx";
import {Button, LinkButton} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {ListTable, usePages} from "../../parts/list-table.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import type {Project} from "../../service/projects.ts";
import {segment, service} from "../../service/service.ts";
import type {PageProps} from "../../shell/page-props.ts";

/** The verified questions of a project, newest first, and a button that writes them into the project's repository. */
export default function VerifiedQuestions({parameters: {projectId = ""}}: PageProps) {
  const at = `/api/projects/${segment(projectId)}`;
  const [isWriting, setWriting] = useState(false);
  const project = useLoad(signal => service.get<Project>(at, {signal}), [projectId]);
  const list = usePages<VerifiedQuestion>(`${at}/verified-questions?limit=100`);
  return (
    <LoadPage what="project" from={project}>
      {({id, name, git}) => (
        <>
          <PageHead
            title="Verified questions"
            back={{href: `/projects/${id}`, text: name}}
            about="Questions, each with the query that answers it correctly: answers use them, and evaluations are measured by them."
          >
            {git && <Button onClick={() => setWriting(true)}>Write into the repository</Button>}
            <LinkButton href={`/projects/${id}/evaluations`}>Evaluations</LinkButton>
          </PageHead>
          <ListTable
            label="Verified questions"
            list={list}
            keyOf={one => one.id}
            empty={
              <Empty title="No verified question yet">
                <p>Ask a question, and mark the query of a right answer as right.</p>
                <div class="buttons">
                  <LinkButton look="act" href="/ask">
                    Ask
                  </LinkButton>
                </div>
              </Empty>
            }
            columns={[
              {
                title: "Question",
                cell: ({question, note, status, message}) => (
                  <>
                    <bdi>{question}</bdi>{" "}
                    {status === "broken" && (
                      <span class="badge bad" title={message}>
                        broken
                      </span>
                    )}
                    {note !== null && <bdi class="soft"> {note}</bdi>}
                  </>
                ),
              },
              {title: "Answered by", minor: true, cell: ({query}) => <bdi>{describeQuery(query)}</bdi>},
              {
                title: "Verified by",
                minor: true,
                cell: ({verifiedBy}) => <bdi>{verifiedBy?.name ?? "the repository's file"}</bdi>,
              },
              {title: "When", cell: ({verifiedAt}) => <When at={verifiedAt} />},
            ]}
          />
          {isWriting && (
            <Dialog title="Write into the repository" onClose={() => setWriting(false)}>
              <AdminGate why="To open a pull request">
                {access => <Write access={access} path={`${at}/write-back`} />}
              </AdminGate>
            </Dialog>
          )}
        </>
      )}
    </LoadPage>
  );
}

type LeftOut = NonNullable<WriteBack["requests"][number]["leftOut"]>[number];

/** Makes a pull request that writes the questions into the file beside the layer. */
function Write({access, path}: {access: AdminAccess; path: string}) {
  const sending = useSending();
  const [made, setMade] = useState<WriteBack>();
  const write = async () => {
    const answer = await sending.send(() => access.service.post<WriteBack>(path, {verifiedQuestions: true}));
    if (answer) setMade(answer);
  };
  if (made)
    return (
      <div role="status">
        <p>
          {made.number !== null && made.url !== null ? (
            <a href={made.url}>Pull request {made.number}</a>
          ) : (
            "The pull request follows by itself, when GitHub takes requests again."
          )}
        </p>
        <NotWritten questions={made.requests.at(-1)?.leftOut ?? []} />
      </div>
    );
  return (
    <Form sending={sending} submit="Open a pull request" onSubmit={() => void write()}>
      <p>
        The pull request writes the questions that members have verified into{" "}
        <span class="code">verified-questions.yml</span> beside the layer. Everything else in the file stays
        as it is.
      </p>
      <p class="soft">
        Everybody who can read the repository can then read the filters and notes of the questions.
      </p>
    </Form>
  );
}

function NotWritten({questions}: {questions: readonly LeftOut[]}) {
  if (questions.length === 0) return null;
  return (
    <>
      <p>These questions are not written:</p>
      <ul>
        {questions.map(({question, message, file, line}) => (
          <li key={`${file}:${line}:${question}`}>
            <bdi>{question}</bdi>{" "}
            <span class="soft">
              {file}
              {line !== undefined && `:${line}`}
            </span>
            <br />
            {message}
          </li>
        ))}
      </ul>
    </>
  );
}
