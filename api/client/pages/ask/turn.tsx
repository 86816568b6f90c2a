import {useEffect, useRef} from "preact/hooks";
import type {AskedQuery, AskNext, AskRun} from "../../asking/data.ts";
import {describeProgress} from "../../asking/describe-progress.ts";
import {type FollowedRun, useRun} from "../../asking/follow-run.ts";
import {Button} from "../../parts/button.tsx";
import {Failed} from "../../parts/failed.tsx";
import {useOwnId} from "../../parts/field.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {segment, service} from "../../service/service.ts";
import {isUnderWay} from "../automation/data.ts";
import {Answered} from "./answered.tsx";
import {Queries} from "./queries.tsx";

/** One question with its answer, or with the progress of its run. */
export function Turn({
  run: first,
  ask,
  onEnd,
}: {
  run: AskRun;
  /** `undefined` where no further question can be asked from this turn. */
  ask: AskNext | undefined;
  onEnd: () => void;
}) {
  const id = useOwnId();
  const place = useRef<HTMLElement>(null);
  const followed = useRun(first);
  const {run, error, again} = followed;
  const isWorking = isUnderWay(run);
  useEffect(() => {
    if (!isWorking) onEnd();
  }, [isWorking]);
  useEffect(() => {
    if (ask) place.current?.scrollIntoView({block: "start"});
  }, []);
  const queries = queriesOf(followed);
  const charts = run.answer?.charts ?? [];
  return (
    <article class="turn" ref={place} aria-labelledby={id}>
      <h2 id={id} class="asked">
        <bdi>{run.question}</bdi>
      </h2>
      <Progress followed={followed} count={queries.length} />
      {error !== undefined && <Failed error={error} retry={again} />}
      <Queries run={run} queries={queries} isOpen={isWorking} canVerify={!isWorking && charts.length === 0} />
      {isWorking ? <Cancel id={run.id} /> : <Answered run={run} queries={queries} ask={ask} />}
    </article>
  );
}

/** The run's stored queries; while its events have reported more queries than are stored, the reported ones. */
function queriesOf({run, queries}: FollowedRun): AskedQuery[] {
  const stored = run.evidence.filter(({earlier}) => !earlier);
  return stored.length >= queries.length ? stored : [...queries];
}

/** The progress in one short sentence, which screen readers announce when it changes. */
function Progress({followed: {run, doing, isLost, error}, count}: {followed: FollowedRun; count: number}) {
  const words = () => {
    if (error !== undefined) return "";
    if (isLost) return "The connection broke. Reconnecting …";
    if (run.status === "queued") return "Your question is in the queue …";
    if (count > 0 && !doing) return `${count} ${count === 1 ? "query" : "queries"} run …`;
    return doing ? `${describeProgress(doing)} …` : "The language model looks for data …";
  };
  const isWorking = isUnderWay(run);
  return (
    <p class={isWorking ? "soft working" : "unseen"} role="status">
      {isWorking ? words() : ENDS[run.status]}
    </p>
  );
}

const ENDS: Readonly<Record<string, string>> = {
  succeeded: "The answer is ready.",
  stopped: "The question stopped at a limit.",
  cancelled: "The question was cancelled.",
  failed: "The question failed.",
};

function Cancel({id}: {id: string}) {
  const sending = useSending();
  const cancel = () => sending.send(() => service.delete(`/api/ask/${segment(id)}`));
  return (
    <div class="buttons">
      <Button busy={sending.busy} onClick={() => void cancel()}>
        Cancel
      </Button>
      <SendingFault of={sending} />
    </div>
  );
}
