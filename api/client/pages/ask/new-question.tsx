import type {ComponentChildren} from "preact";
import {useEffect, useState} from "preact/hooks";
import {NoModel} from "../../asking/no-model.tsx";
import {QuestionField} from "../../asking/question-field.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {segment} from "../../service/service.ts";
import {modelLinks} from "../../shell/model-links.ts";
import {open, replaceSearch} from "../../shell/navigation.ts";
import {EvaluationsLinks, evaluatedProjects} from "./evaluations-links.tsx";
import {prefetchConversation} from "./prefetch.ts";

const MAX_NAMES = 6;

/** The question of an address such as `/ask?q=…`. It fills the field, and is sent only when the person sends it. */
function questionAtAddress(): string | undefined {
  return new URLSearchParams(location.search).get("q") ?? undefined;
}

/** `children` explain why no question can be asked. They are absent if a question can be asked. */
export function NewQuestion({canAsk, children}: {canAsk: boolean; children?: ComponentChildren}) {
  const models = useLoad(modelLinks, []);
  const evaluated = useLoad(evaluatedProjects, []);
  // Everything below the field appears at once, so that nothing moves.
  const isSettled = !models.isLoading && !evaluated.isLoading;
  const labels = Map.groupBy(models.value ?? [], ({label}) => label);
  const links = [...labels.values()].flatMap(([first]) => first ?? []);
  const hasNoModel = models.value?.length === 0;
  const [given] = useState(questionAtAddress);
  useEffect(() => replaceSearch(new URLSearchParams()), []);
  return (
    <>
      <PageHead
        title="Ask"
        about="Ask in your own words. Each figure of the answer links to its rows; figures that come from no query are marked."
      />
      {children}
      {hasNoModel && <NoModel />}
      {canAsk && !hasNoModel && (
        <QuestionField
          label="Your question"
          placeholder="How did last month compare with the month before?"
          place="/ask"
          {...(given !== undefined && {text: given})}
          focus
          onAsked={async ({conversationId}) => {
            await prefetchConversation(conversationId);
            open(`/ask/${segment(conversationId)}`);
          }}
        />
      )}
      {isSettled && links.length > 0 && (
        <p class="soft">
          Questions can read the models that you may query:{" "}
          {links.slice(0, MAX_NAMES).map(({href, label}, i) => (
            <>
              {i > 0 && ", "}
              <a href={href}>
                <bdi>{label}</bdi>
              </a>
            </>
          ))}
          {links.length > MAX_NAMES && (
            <>
              {" "}
              and <a href="/explore">{links.length - MAX_NAMES} more</a>
            </>
          )}
          .
        </p>
      )}
      {isSettled && <EvaluationsLinks projects={evaluated.value ?? []} />}
    </>
  );
}
