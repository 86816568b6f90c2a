import type {ComponentChildren} from "preact";
import {useEffect, useState} from "preact/hooks";
import {
  type AdminAccess,
  adminAccess,
  isValidFor,
  makeAdminAccess,
  type Needs,
  onAdminAccess,
  resumeAdminAccess,
  takeAdminAccess,
} from "../../service/admin-access.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {Button} from "../button.tsx";
import {TextField} from "../field.tsx";
import {Form, SendingFault, useSending} from "../form.tsx";
import {Loading} from "../loading.tsx";

/** The access of an org-admin's service account, if this document has such access, with `scope` if given. */
export function useAdminAccess(scope?: Needs["scope"]): AdminAccess | undefined {
  return useAccess({scope}).access;
}

/**
 * The access, and whether the account from before a reload is being resumed. In that case the access follows in a
 * moment.
 */
function useAccess({scope, neededMs}: Needs): {access: AdminAccess | undefined; isResuming: boolean} {
  const look = () => ({
    access: adminAccess(),
    // An account that a page has created never has the scope.
    isResuming: scope === undefined && resumeAdminAccess(neededMs),
  });
  const [{access, isResuming}, set] = useState(look);
  useEffect(() => {
    const forget = onAdminAccess(() => set(look()));
    set(look());
    return forget;
  }, []);
  return {access: scope && !access?.scopes.includes(scope) ? undefined : access, isResuming};
}

/**
 * Shows content that needs an org-admin's service account. Without access, an org-admin can create an account with one
 * click, or has to enter a token if a scope is needed. Other people read that an org-admin is needed.
 */
export function AdminGate({
  why,
  children,
  ...needs
}: Needs & {
  /** The purpose of the account, as in "To connect a warehouse". */
  why: string;
  children: (access: AdminAccess) => ComponentChildren;
}) {
  const {access, isResuming} = useAccess(needs);
  if (access && isValidFor(access.expiresAt, needs.neededMs ?? 0)) return <>{children(access)}</>;
  if (isResuming) return <Loading />;
  if (!isAdminEditor()) return <p class="notice">{why}, ask an org-admin of yours.</p>;
  return (
    <section class="card unlock" aria-label="Unlock changes">
      {needs.scope ? <GiveToken why={why} needs={needs} /> : <Unlock why={why} needs={needs} />}
    </section>
  );
}

function Unlock({why, needs}: {why: string; needs: Needs}) {
  const [isPasting, setPasting] = useState(false);
  const making = useSending();
  return (
    <>
      <h2>{why}, unlock changes first</h2>
      <p>
        Connections and models are changed by service accounts, so that every change can be traced and undone.
        The button creates a service account for you and this browser, for eight hours at most. The audit log
        lists its changes.
      </p>
      <SendingFault of={making} />
      <div class="buttons">
        <Button
          look="act"
          busy={making.busy}
          onClick={() => void making.send(() => makeAdminAccess(needs.neededMs))}
        >
          Unlock for this browser
        </Button>
        <Button pressed={isPasting} onClick={() => setPasting(!isPasting)}>
          Use a token that I have
        </Button>
      </div>
      {isPasting && (
        <TokenForm
          needs={needs}
          hint="A token of an org-admin's service account. With the scope manage it can delete, too."
        />
      )}
    </>
  );
}

/** The hint that the next choice on the page creates an account. Empty if there is access already. */
export function UnlockedByChoice() {
  const access = useAdminAccess();
  const [isPasting, setPasting] = useState(false);
  if (access) return null;
  return (
    <>
      <p class="hint">
        Connections are changed by service accounts, so that every change can be traced and undone. Your
        choice creates a service account for you and this browser, for eight hours at most. The audit log
        lists its changes.{" "}
        <Button look="quiet" pressed={isPasting} onClick={() => setPasting(!isPasting)}>
          Use a token that I have
        </Button>
      </p>
      {isPasting && (
        <TokenForm
          needs={{}}
          hint="A token of an org-admin's service account. With the scope manage it can delete, too."
        />
      )}
    </>
  );
}

function GiveToken({why, needs}: {why: string; needs: Needs}) {
  return (
    <>
      <h2>{why}, give a token first</h2>
      <p>
        A page cannot create a token with the scope {needs.scope}. The token that was shown when the
        organization was created has this scope, and can create others. The page keeps the token until you
        leave.
      </p>
      <TokenForm
        needs={needs}
        hint={`A token of an org-admin's service account, with the scopes write and ${needs.scope}.`}
      />
    </>
  );
}

function TokenForm({needs, hint}: {needs: Needs; hint: string}) {
  const [token, setToken] = useState("");
  const taking = useSending();
  return (
    <Form
      sending={taking}
      submit="Use this token"
      onSubmit={() => void taking.send(() => takeAdminAccess(token.trim(), needs))}
    >
      {/* Password managers look for the user that a password belongs to. */}
      <input type="text" autocomplete="username" value="token" hidden readOnly />
      <TextField label="Token" type="password" value={token} onInput={setToken} required hint={hint} />
    </Form>
  );
}
