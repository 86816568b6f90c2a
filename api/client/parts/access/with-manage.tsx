import type {ComponentChildren} from "preact";
import {useState} from "preact/hooks";
import type {AdminAccess} from "../../service/admin-access.ts";
import {Button} from "../button.tsx";
import {AdminGate, useAdminAccess} from "./admin-gate.tsx";

/** Content that needs a token with the scope `manage`. Without such a token, a button that asks for a token. */
export function WithManage({
  text,
  why,
  children,
}: {
  /** The button's text. */
  text: string;
  /** The purpose of the token, as in "To revoke a grant". */
  why: string;
  children?: (access: AdminAccess) => ComponentChildren;
}) {
  const access = useAdminAccess("manage");
  const [isAsking, setAsking] = useState(false);
  if (access) return <>{children?.(access)}</>;
  if (isAsking) {
    return (
      <AdminGate why={why} scope="manage">
        {() => null}
      </AdminGate>
    );
  }
  return (
    <div class="buttons">
      <Button look="quiet" onClick={() => setAsking(true)}>
        {text}
      </Button>
    </div>
  );
}
