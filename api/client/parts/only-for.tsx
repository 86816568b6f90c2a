import type {ComponentChildren} from "preact";
import {whoAmI} from "../service/service.ts";
import {useLoad} from "./use-load.ts";

/** Shows what only editors, or only org-admins, can use. The service decides by itself; this spares others a refusal. */
export function OnlyFor({who, children}: {who: "editors" | "admins"; children: ComponentChildren}) {
  const {value} = useLoad(whoAmI, []);
  const isShown = who === "editors" ? value?.seat === "editor" : value?.orgRole === "admin";
  return isShown ? children : null;
}
