import {useState} from "preact/hooks";
import type {Applied} from "../../../../shared/querying/layers/schemas.ts";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import {Button} from "../../parts/button.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {type Sending, SendingFault, useSending} from "../../parts/form.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment} from "../../service/service.ts";

export type {Applied};

/**
 * Applies a graph: immediately if no content would break, else after the person has confirmed the list of content that
 * would break.
 */
export function useApply(
  access: AdminAccess,
  projectId: string,
  onApplied: (applied: Applied, graph: Graph) => void,
) {
  const sending = useSending();
  const [asking, setAsking] = useState<{graph: Graph; would: Applied}>();
  const path = `/api/projects/${segment(projectId)}/introspect`;
  const save = async (graph: Graph) => {
    const applied = await access.service.post<Applied>(path, {graph});
    setAsking(undefined);
    onApplied(applied, graph);
  };
  const apply = (graph: Graph) =>
    sending.send(async () => {
      const would = await access.service.post<Applied>(`${path}?dryRun=true`, {graph});
      if (would.broken.length > 0) setAsking({graph, would});
      else await save(graph);
    });
  const dialog = asking && (
    <WouldBreak
      would={asking.would}
      sending={sending}
      onApply={() => void sending.send(() => save(asking.graph))}
      onClose={() => setAsking(undefined)}
    />
  );
  return {sending, apply, dialog};
}

function WouldBreak({
  would: {broken},
  sending,
  onApply,
  onClose,
}: {
  would: Applied;
  sending: Sending;
  onApply: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="This would break saved content" onClose={onClose}>
      <p>Nothing is saved yet. With the new layer, this content would no longer work:</p>
      <ul class="broken">
        {broken.map(({resourceType, id, name, message}) => (
          <li key={id}>
            <span class="soft">{resourceType}</span> <bdi>{name}</bdi>
            <p class="hint">{message}</p>
          </li>
        ))}
      </ul>
      <SendingFault of={sending} />
      <div class="buttons">
        <Button look="danger" busy={sending.busy} onClick={onApply}>
          Apply it anyway
        </Button>
        <Button onClick={onClose}>Go back</Button>
      </div>
    </Dialog>
  );
}
