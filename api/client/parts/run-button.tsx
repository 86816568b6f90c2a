import {Button} from "./button.tsx";
import {SendingFault, useSending} from "./form.tsx";

/** A quiet button in a row, with its error below it. */
export function RunButton({
  text,
  label,
  run,
  onDone,
}: {
  text: string;
  /** The button's name for screen readers, which also says what the button is for. */
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
