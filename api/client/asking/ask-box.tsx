import {render} from "preact";
import type {Grounding} from "../pages/automation/data.ts";
import {segment} from "../service/service.ts";
import {open} from "../shell/navigation.ts";
import {canAskInWords} from "./language-models.ts";
import {QuestionField} from "./question-field.tsx";

interface AskBoxProps {
  label: string;
  /** What the question may read, found when it is sent. */
  grounding?: () => Promise<readonly Grounding[]> | readonly Grounding[];
}

/** A field to ask on another page, from which the answer's page opens. Nothing without a language model. */
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

/** An element that holds such a field. */
export function askBox(props: AskBoxProps): HTMLElement {
  const root = document.createElement("div");
  render(<AskBox {...props} />, root);
  return root;
}
