import type {ComponentChildren} from "preact";
import {Button} from "./button.tsx";
import {Dialog} from "./dialog.tsx";
import {SendingFault, useSending} from "./form.tsx";

/** A dialog that asks for confirmation of something that cannot be undone. */
export function Confirm({
  title,
  act,
  run,
  onDone,
  onClose,
  children,
}: {
  title: string;
  /** The text of the button that confirms. */
  act: string;
  run: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
  children?: ComponentChildren;
}) {
  const sending = useSending();
  const confirm = async () => {
    const done = await sending.send(async () => {
      await run();
      return true;
    });
    if (done) onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <SendingFault of={sending} />
      <div class="buttons">
        <Button look="danger" busy={sending.busy} onClick={() => void confirm()}>
          {act}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
