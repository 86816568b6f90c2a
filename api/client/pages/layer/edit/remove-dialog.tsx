import type {Graph} from "../../../../../shared/semantic/documents.ts";
import {AdminGate} from "../../../parts/access/admin-gate.tsx";
import {Button} from "../../../parts/button.tsx";
import {Dialog} from "../../../parts/dialog.tsx";
import {SendingFault, useSending} from "../../../parts/form.tsx";
import type {AdminAccess} from "../../../service/admin-access.ts";
import type {Project} from "../../../service/projects.ts";
import {type LayerChange, type Saved, saveChange} from "../changes.ts";
import {CheckState, useCheck} from "./live-check.tsx";

interface Props {
  title: string;
  project: Project;
  graph: Graph;
  change: Extract<LayerChange, {op: "remove"}>;
  onSaved: (saved: Saved, name: string) => void;
  onClose: () => void;
}

/**
 * The dialog that removes a field or a join from a layer. The dialog first shows the content that the removal would
 * break.
 */
export function RemoveDialog(props: Props) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <AdminGate why="To change the layer">{access => <Removal {...props} access={access} />}</AdminGate>
    </Dialog>
  );
}

function Removal({project, graph, change, onSaved, onClose, access}: Props & {access: AdminAccess}) {
  const sending = useSending();
  const check = useCheck(access, project.id, graph, change);
  const remove = async () => {
    const saved = await sending.send(() => saveChange(access, project, change));
    if (saved) onSaved(saved, change.name);
  };
  return (
    <>
      <p>
        Queries can no longer use it.
        {project.git ? "" : " Restoring an earlier version of the layer brings it back."}
      </p>
      <CheckState check={check} />
      <SendingFault of={sending} />
      <div class="buttons">
        <Button
          look="danger"
          busy={sending.busy}
          unavailable={check.isChecked ? undefined : "The page is still checking what this would break."}
          onClick={() => void remove()}
        >
          {project.git ? "Open a pull request" : check.broken.length > 0 ? "Remove it anyway" : "Remove it"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  );
}
