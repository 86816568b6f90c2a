import {render} from "preact";
import {useEffect, useState} from "preact/hooks";
import {Button, LinkButton} from "../../parts/button.tsx";
import {whoAmI} from "../../service/service.ts";
import {ShareDialog, type Shared} from "./share-dialog.tsx";

/** What a person can do with what they look at: as buttons beside its heading. Nothing for who may only look. */
export function actionsFor(shared: Shared): HTMLElement {
  const root = document.createElement("div");
  root.className = "buttons actions";
  render(<Actions shared={shared} />, root);
  return root;
}

function Actions({shared}: {shared: Shared}) {
  const [canWrite, setWrite] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const {kind, id} = shared;
  useEffect(() => {
    whoAmI().then(
      ({seat}) => setWrite(seat === "editor"),
      // The content itself says that the person is signed out.
      () => setWrite(false),
    );
  }, []);
  if (!canWrite) return null;
  return (
    <>
      {kind === "dashboard" && <LinkButton href={`/dashboards/${id}/edit`}>Edit</LinkButton>}
      <Button onClick={() => setSharing(true)}>Share</Button>
      <LinkButton href={`/schedules?new=${kind}:${id}`}>Send regularly</LinkButton>
      {kind === "chart" && <LinkButton href={`/actions?new=${id}`}>Tell me when …</LinkButton>}
      {isSharing && <ShareDialog shared={shared} onClose={() => setSharing(false)} />}
    </>
  );
}
