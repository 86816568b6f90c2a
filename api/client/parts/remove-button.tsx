import type {ComponentChildren} from "preact";
import {useState} from "preact/hooks";
import {Button} from "./button.tsx";
import {Confirm} from "./confirm.tsx";

/** A button that takes something away for good, after it has asked. */
export function RemoveButton({
  text,
  label,
  look = "danger",
  ...asked
}: {
  text: string;
  /** The button's name for screen readers, where several have the same text. */
  label?: string;
  look?: "danger" | "quiet";
  /** The title of what it asks, and the text of the button that does it. */
  title: string;
  act: string;
  run: () => Promise<unknown>;
  onDone: () => void;
  children?: ComponentChildren;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look={look} {...(label !== undefined && {label})} onClick={() => setAsking(true)}>
        {text}
      </Button>
      {isAsking && (
        <Confirm
          {...asked}
          onDone={() => {
            setAsking(false);
            asked.onDone();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
