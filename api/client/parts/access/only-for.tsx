import type {ComponentChildren} from "preact";
import {reader} from "../../service/reader.ts";

/**
 * Shows its children to editors, or to org-admins, only. The service checks rights itself; this component only saves
 * other people from a refusal.
 */
export function OnlyFor({who, children}: {who: "editors" | "admins"; children: ComponentChildren}) {
  const {seat, orgRole} = reader();
  const isShown = who === "editors" ? seat === "editor" : orgRole === "admin";
  return isShown ? children : null;
}
