import {render} from "preact";
import type {Grounding} from "../pages/automation/data.ts";
import {segment} from "../service/service.ts";
import {open} from "../shell/navigation.ts";
import {canAskInWords} from "./language-models.ts";
import {QuestionField} from "./question-field.tsx";

interface AskBoxProps {
  label: string;
  /** What the question may read, looked up when the question is sent. */
  grounding?: () => Promise<readonly Grounding[]> | readonly Grounding[];
}

/** A question field for a page about something else. The answer opens on its own page. Empty without a language model. */
export function AskBox(props: AskBoxProps) {
  if (!canAskInWords()) return null;
  return (
    <div class="ask-box">
      <QuestionField
        {...props}
        look="plain"
        place={location.pathname}
        onAsked={({conversationId}) => open(`/ask/${segment(conversationId)}`)}
      />
    </div>
  );
}

/** An element that holds an `AskBox`, for pages that are not built with components. */
export function askBox(props: AskBoxProps): HTMLElement {
  const root = document.createElement("div");
  render(<AskBox {...props} />, root);
  return root;
}
