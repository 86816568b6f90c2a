import {useEffect, useState} from "preact/hooks";
import {askQuestion, NotSent, QuestionField} from "../../asking/question-field.tsx";
import {Failed} from "../../parts/failed.tsx";
import {FailedPage} from "../../parts/load-page.tsx";
import {Loading} from "../../parts/loading.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {Refusal} from "../../service/api.ts";
import {isUnderWay} from "../automation/data.ts";
import {onReturn} from "./on-return.ts";
import {type Conversation, prefetchedConversation, readConversation} from "./prefetch.ts";
import {Scope} from "./scope.tsx";
import {Turn} from "./turn.tsx";

/** A conversation with its answers, and the field of the next question. */
export function Thread({id, ...rest}: {id: string; canAsk: boolean; onAsked: () => void}) {
  const [first] = useState(() => prefetchedConversation(id));
  const {value = first, error, reload} = useLoad(signal => readConversation(id, signal), [id]);
  const isGone = error instanceof Refusal && error.status === 404;
  if (value === undefined || isGone)
    return error === undefined ? (
      <Loading />
    ) : (
      <FailedPage what="conversation" error={error} retry={reload} />
    );
  return (
    <>
      {error !== undefined && <Failed error={error} retry={reload} />}
      <Opened conversation={value} reload={reload} {...rest} />
    </>
  );
}

function Opened({
  conversation: {id, title, runs},
  reload,
  canAsk,
  onAsked,
}: {
  conversation: Conversation;
  reload: () => void;
  canAsk: boolean;
  onAsked: () => void;
}) {
  const last = runs.at(-1);
  const [grounding, setGrounding] = useState(() => last?.grounding ?? []);
  // The id of the run whose turn has reported its end.
  const [endedId, setEndedId] = useState<string>();
  const isWaiting = last !== undefined && isUnderWay(last) && endedId !== last.id;
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => onReturn(reload), []);
  const asked = () => {
    setError(undefined);
    reload();
    onAsked();
  };
  /** Reloads the conversation if another tab has asked in the meantime. */
  const refused = (failure: unknown) => {
    if (failure instanceof Refusal && failure.status === 409) reload();
  };
  const ask = async (question: string) => {
    setError(undefined);
    try {
      await askQuestion(question, {conversationId: id, grounding: () => grounding});
      asked();
    } catch (failure) {
      setError(failure);
      refused(failure);
    }
  };
  const unavailable = isWaiting ? "Wait for the answer, or cancel it." : undefined;
  return (
    <>
      <h1 class="unseen">
        <bdi>{title}</bdi>
      </h1>
      {runs.map(run => (
        <Turn
          key={run.id}
          run={run}
          ask={run === last && canAsk ? ask : undefined}
          onEnd={() => setEndedId(run.id)}
        />
      ))}
      {error !== undefined && (
        <div class="messages">
          <NotSent error={error} />
        </div>
      )}
      {grounding.length > 0 && <Scope grounding={grounding} onWiden={() => setGrounding([])} />}
      {canAsk && (
        <QuestionField
          label="The next question"
          placeholder="And last year?"
          place={`/ask/${id}`}
          conversationId={id}
          grounding={() => grounding}
          unavailable={unavailable}
          focus={isWaiting}
          onAsked={asked}
          onRefused={refused}
        />
      )}
    </>
  );
}
