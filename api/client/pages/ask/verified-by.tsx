import type {VerifiedQuestionView as VerifiedQuestion} from "../../../../shared/modeling/verified-questions/schemas.ts";
import type {AskedQuery} from "../../asking/data.ts";
import {useLoad} from "../../parts/use-load.ts";
import {Refusal} from "../../service/api.ts";
import {segment, service} from "../../service/service.ts";

const DAY = new Intl.DateTimeFormat(undefined, {day: "numeric", month: "long", year: "numeric"});

/** Who has verified the question from which an answer was taken, and when. */
export function VerifiedBy({id, queries}: {id: string; queries: readonly AskedQuery[]}) {
  const projectIds = [...new Set(queries.flatMap(({query: {projectId}}) => projectId ?? []))];
  const found = useLoad(signal => find(id, projectIds, signal), [id]);
  const {value} = found;
  return (
    <p class="verified-by">
      <span class="badge good">verified</span>{" "}
      {value ? (
        <>
          {value.verifiedBy && (
            <>
              by <bdi>{value.verifiedBy.name}</bdi>,{" "}
            </>
          )}
          <time dateTime={value.verifiedAt}>{DAY.format(new Date(value.verifiedAt))}</time>: “
          <bdi>{value.question}</bdi>”
        </>
      ) : (
        "The answer comes from a verified question."
      )}
    </p>
  );
}

/** The verified question, from the first of the projects that has it. */
async function find(
  id: string,
  projectIds: readonly string[],
  signal: AbortSignal,
): Promise<VerifiedQuestion | undefined> {
  for (const projectId of projectIds) {
    const path = `/api/projects/${segment(projectId)}/verified-questions/${segment(id)}`;
    try {
      return await service.get<VerifiedQuestion>(path, {signal});
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
  }
  return undefined;
}
