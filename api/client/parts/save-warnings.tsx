import {Button} from "./button.tsx";

const INTROS = {
  schedule: "The schedule is saved, but a part of it cannot be sent:",
  action: "The action is saved, but a part of it would fail:",
  agent:
    "The agent is saved, but it cannot read everything until an org-admin sets attributes of its account:",
};

interface Props {
  kind: keyof typeof INTROS;
  warnings: readonly string[] | undefined;
}

/** The warnings about content that was just saved. Empty if there are none. */
export function SaveWarnings({kind, warnings = []}: Props) {
  if (warnings.length === 0) return null;
  return (
    <div class="card" role="status">
      <p>{INTROS[kind]}</p>
      <ul>
        {warnings.map(warning => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The warnings about content that a form has just created, shown in place of the form, with a button that opens the
 * content.
 */
export function CreatedWithWarnings({onOpen, ...of}: Props & {onOpen: () => void}) {
  return (
    <>
      <SaveWarnings {...of} />
      <div class="buttons">
        <Button look="act" onClick={onOpen}>
          Open the {of.kind}
        </Button>
      </div>
    </>
  );
}
