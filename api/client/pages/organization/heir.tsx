import {SelectField} from "../../parts/field.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {listPrincipals} from "./principals.ts";

/** The choice of the member or service account, by id, that inherits what the removed one owns; empty for nobody. */
export function HeirField({
  of,
  value,
  onChange,
}: {
  /** The id of whoever is removed. */
  of: string;
  value: string;
  onChange: (heir: string) => void;
}) {
  const principals = useLoad(listPrincipals, []);
  const heirs = (principals.value ?? []).filter(({id}) => id !== of);
  return (
    <SelectField
      label="New owner of their content"
      value={value}
      onChange={onChange}
      choices={[
        {value: "", text: "Nobody: they own nothing"},
        ...heirs.map(({id, text}) => ({value: id, text})),
      ]}
      hint="Charts, dashboards, schedules and other content that they own."
    />
  );
}

/** The path that removes somebody, with their heir. */
export function removalPath(path: string, heir: string): string {
  return heir === "" ? path : `${path}?transferTo=${encodeURIComponent(heir)}`;
}
