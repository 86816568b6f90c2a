import {useEffect, useRef, useState} from "preact/hooks";
import type {Grounding} from "../pages/automation/data.ts";
import {Button} from "../parts/button.tsx";
import {Failed, messageOf} from "../parts/failed.tsx";
import {useOwnId} from "../parts/field.tsx";
import {Refusal} from "../service/api.ts";
import {service} from "../service/service.ts";
import {prepare} from "../shell/navigation.ts";
import type {Started} from "./data.ts";
import {Draft} from "./draft.ts";

const LONGEST = 4000;

export interface QuestionFieldProps {
  label: string;
  placeholder?: string;
  /** The key of the stored draft, which names the field. */
  place: string;
  /** The initial text, in place of the stored draft. */
  text?: string;
  conversationId?: string;
  /** What the question may read, looked up when the question is sent. */
  grounding?: () => Promise<readonly Grounding[]> | readonly Grounding[];
  /** The reason why no question can be sent now. */
  unavailable?: string | undefined;
  focus?: boolean;
  /** `plain` on a page whose main purpose is not the question. */
  look?: "plain";
  /** The field stays busy, and keeps its text, until the promise has settled. */
  onAsked: (started: Started) => void | Promise<void>;
  onRefused?: (error: unknown) => void;
}

/**
 * The field of a question. Enter sends the question, Shift+Enter starts a new line. Text is stored as a draft until it
 * is sent.
 */
export function QuestionField({
  label,
  placeholder,
  place,
  text: given,
  unavailable,
  focus = false,
  look,
  onAsked,
  onRefused,
  ...asked
}: QuestionFieldProps) {
  const draft = useRef<Draft>(undefined);
  draft.current ??= new Draft(place);
  const [text, setText] = useState(() => given ?? draft.current?.text ?? "");
  const latest = useRef(text);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useOwnId();
  useEffect(() => {
    // On a touch screen, the keyboard would cover the page.
    if (focus && matchMedia("(pointer: fine)").matches) area.current?.focus();
  }, []);
  const keep = (typed: string) => {
    latest.current = typed;
    setText(typed);
    draft.current?.keep(typed);
  };
  const type = (typed: string) => {
    prepare("conversation");
    keep(typed);
  };
  const send = async () => {
    const question = text.trim();
    if (busy) return;
    if (unavailable !== undefined) return setError(new Error(unavailable));
    if (question === "") return area.current?.focus();
    setBusy(true);
    setError(undefined);
    prepare("conversation");
    try {
      const started = await askQuestion(question, asked);
      await onAsked(started);
      // Text that was typed during the request stays.
      if (latest.current.trim() === question) keep("");
    } catch (failure) {
      setError(failure);
      onRefused?.(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="question"
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <label class="unseen" for={id}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        rows={1}
        maxLength={LONGEST}
        placeholder={placeholder ?? label}
        value={text}
        aria-describedby={`${id}-messages`}
        onInput={event => type(event.currentTarget.value)}
        onKeyDown={event => {
          // Enter that confirms a word in an input method does not send the question.
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <Button
        type="submit"
        {...(look === undefined && {look: "act" as const})}
        busy={busy}
        unavailable={unavailable}
      >
        Ask
      </Button>
      <div id={`${id}-messages`} class="messages">
        {error !== undefined && <NotSent error={error} />}
      </div>
    </form>
  );
}

/** Says why a question was not sent, and what to do. The question is still in its field. */
export function NotSent({error}: {error: unknown}) {
  if (!(error instanceof Refusal)) return <p role="alert">{messageOf(error)}</p>;
  if (error.status === 401) return <Failed error={error} />;
  if (error.status === 404)
    return <p role="alert">What you ask about no longer exists, or is not shared with you.</p>;
  return <p role="alert">{error.message}</p>;
}

/** Sends a question. Rejects with a `Refusal`. */
export async function askQuestion(
  question: string,
  {conversationId, grounding}: Pick<QuestionFieldProps, "conversationId" | "grounding">,
): Promise<Started> {
  const bounds = (await grounding?.()) ?? [];
  return service.post<Started>("/api/ask", {
    question,
    ...(conversationId !== undefined && {conversationId}),
    ...(bounds.length > 0 && {grounding: bounds}),
  });
}
