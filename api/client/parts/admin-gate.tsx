import type {ComponentChildren} from "preact";
import {useEffect, useState} from "preact/hooks";
import {
  type AdminAccess,
  adminAccess,
  lasts,
  makeAdminAccess,
  onAdminAccess,
  takeAdminAccess,
} from "../service/admin-access.ts";
import {whoAmI} from "../service/service.ts";
import {Button} from "./button.tsx";
import {TextField} from "./field.tsx";
import {Form, useSending} from "./form.tsx";
import {Load} from "./load.tsx";
import {useLoad} from "./use-load.ts";

/** The access of an org-admin's service account, if this document has it. */
export function useAdminAccess(): AdminAccess | undefined {
  const [access, setAccess] = useState(adminAccess);
  useEffect(() => onAdminAccess(() => setAccess(adminAccess())), []);
  return access;
}

/**
 * Shows what needs an org-admin's service account: for those who have one at hand, or who can make one by a press. Others
 * read whom to ask.
 */
export function AdminGate({
  why,
  neededMs,
  children,
}: {
  /** What it is needed for, as in "To connect a warehouse". */
  why: string;
  /** How long the service account must last at least. */
  neededMs?: number;
  children: (access: AdminAccess) => ComponentChildren;
}) {
  const access = useAdminAccess();
  const me = useLoad(whoAmI, []);
  if (access && lasts(access.expiresAt, neededMs ?? 0)) return <>{children(access)}</>;
  return (
    <Load from={me}>
      {({orgRole, seat}) =>
        orgRole === "admin" && seat === "editor" ? (
          <Unlock why={why} neededMs={neededMs} />
        ) : (
          <p class="notice">{why}, an org-admin is needed. Ask one of yours.</p>
        )
      }
    </Load>
  );
}

function Unlock({why, neededMs}: {why: string; neededMs: number | undefined}) {
  const [isPasting, setPasting] = useState(false);
  const [token, setToken] = useState("");
  const making = useSending();
  const taking = useSending();
  return (
    <section class="card unlock" aria-label="Unlock changes">
      <h2>{why}, unlock changes first</h2>
      <p>
        Connections and models are changed by service accounts, so that every change can be traced and taken
        back. One press makes one for you in this tab. It ends after eight hours, and what it does is in the
        audit log.
      </p>
      {making.message && (
        <p class="fault" role="alert">
          {making.message}
        </p>
      )}
      <div class="buttons">
        <Button
          look="act"
          busy={making.busy}
          onClick={() => void making.send(() => makeAdminAccess(neededMs))}
        >
          Unlock for this browser
        </Button>
        <Button pressed={isPasting} onClick={() => setPasting(!isPasting)}>
          Use a token that I have
        </Button>
      </div>
      {isPasting && (
        <Form
          sending={taking}
          submit="Use this token"
          onSubmit={() => void taking.send(() => takeAdminAccess(token.trim()))}
        >
          <TextField
            label="Token"
            type="password"
            value={token}
            onInput={setToken}
            required
            hint="Of an org-admin's service account. With the scope manage it can delete, too."
          />
        </Form>
      )}
    </section>
  );
}
