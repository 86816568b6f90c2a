import type {ComponentChildren} from "preact";
import {useState} from "preact/hooks";
import {Button} from "./button.tsx";
import {Confirm} from "./confirm.tsx";

/** A button that removes something for good, after a confirmation. */
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
  /** The title of the confirmation, and the text of its button (`act`). */
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
