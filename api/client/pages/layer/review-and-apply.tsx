import {useState} from "preact/hooks";
import type {Graph} from "../../../../shared/semantic/documents.ts";
import {Button} from "../../parts/button.tsx";
import {SendingFault} from "../../parts/form.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {type Applied, useApply} from "./apply.tsx";
import {withoutModels} from "./graph-edits.ts";
import type {Proposal} from "./propose.tsx";
import {Review} from "./review.tsx";

/** A proposal to look over, and the button that applies it. */
export function ReviewAndApply({
  access,
  projectId,
  proposal,
  onProposal,
  onApplied,
}: {
  access: AdminAccess;
  projectId: string;
  proposal: Proposal;
  onProposal: (proposal: Proposal | undefined) => void;
  onApplied: (applied: Applied, graph: Graph) => void;
}) {
  const {graph, notes} = proposal;
  const [leftOut, setLeftOut] = useState(() => bookkeepingIn(proposal));
  const {sending, apply, dialog} = useApply(access, projectId, onApplied);
  const count = graph.models.length - leftOut.size;
  return (
    <>
      <Review
        graph={graph}
        notes={notes}
        onGraph={changed => onProposal({...proposal, graph: changed})}
        leftOut={leftOut}
        onLeftOut={setLeftOut}
        faultAt={sending.faultAt}
      />
      <SendingFault of={sending} />
      <div class="buttons">
        <Button
          look="act"
          busy={sending.busy}
          unavailable={count === 0 ? "Include a model first." : undefined}
          onClick={() => void apply(withoutModels(graph, leftOut))}
        >
          {sending.busy ? "Checking against the warehouse …" : "Apply"}
        </Button>
        <Button onClick={() => onProposal(undefined)}>Other schemas</Button>
      </div>
      {dialog}
    </>
  );
}

/** The indexes of the models of bookkeeping tables, which are left out unless the person includes them. */
function bookkeepingIn({graph: {models}, notes}: Proposal): ReadonlySet<number> {
  const noted = new Set(notes.filter(({code}) => code === "bookkeeping").map(({model}) => model));
  return new Set(models.flatMap(({name}, i) => (noted.has(name) ? i : [])));
}
