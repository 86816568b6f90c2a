import {useState} from "preact/hooks";
import {Button} from "./button.tsx";

const OUTCOME_MS = 2000;

/** A text in fixed width with a button that copies it. */
export function Copyable({text, label}: {text: string; label: string}) {
  return (
    <div class="copyable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard. */}
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  );
}

export function CopyButton({text, label}: {text: string; label: string}) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  const copy = async () => {
    setOutcome(
      await navigator.clipboard.writeText(text).then(
        () => "copied" as const,
        () => "failed" as const,
      ),
    );
    setTimeout(() => setOutcome(undefined), OUTCOME_MS);
  };
  return (
    <Button label={label} onClick={() => void copy()}>
      <span aria-live="polite">
        {outcome === "copied" ? "Copied" : outcome === "failed" ? "Select and copy it" : "Copy"}
      </span>
    </Button>
  );
}
