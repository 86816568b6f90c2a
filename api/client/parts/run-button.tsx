import {Button} from "./button.tsx";
import {SendingFault, useSending} from "./form.tsx";

/** A quiet button of a row, with what went wrong below it. */
export function RunButton({
  text,
  label,
  run,
  onDone,
}: {
  text: string;
  /** Its name for screen readers, which says of what. */
  label: string;
  run: () => Promise<unknown>;
  onDone: () => void;
}) {
  const sending = useSending();
  const press = () =>
    sending.send(async () => {
      await run();
      onDone();
    });
  return (
    <>
      <Button look="quiet" label={label} busy={sending.busy} onClick={() => void press()}>
        {text}
      </Button>
      <SendingFault of={sending} />
    </>
  );
}
