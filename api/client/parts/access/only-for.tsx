import type {ComponentChildren} from "preact";
import {reader} from "../../service/reader.ts";

/**
 * Shows what only editors, or only org-admins, can use. The service checks rights itself; this component only spares
 * other people a refusal.
 */
export function OnlyFor({who, children}: {who: "editors" | "admins"; children: ComponentChildren}) {
  const {seat, orgRole} = reader();
  const isShown = who === "editors" ? seat === "editor" : orgRole === "admin";
  return isShown ? children : null;
}
