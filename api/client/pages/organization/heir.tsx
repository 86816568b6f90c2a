import {SelectField} from "../../parts/field.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {allOf, type Member, orgPath, type ServiceAccount} from "./data.ts";

/** Who gets what somebody owns that is removed: a member or a service account, by its id; empty for nobody. */
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
  const heirs = useLoad(
    async signal => {
      const org = orgPath();
      const [people, accounts] = await Promise.all([
        allOf<Member>(`${org}/members?limit=500`, signal),
        allOf<ServiceAccount>(`${org}/service-accounts?limit=500`, signal),
      ]);
      return [
        ...people.map(({id, name, email}) => ({value: id, text: `${name}, ${email}`})),
        ...accounts.map(({id, name}) => ({value: id, text: `${name} (service account)`})),
      ].filter(one => one.value !== of);
    },
    [of],
  );
  return (
    <SelectField
      label="Who gets what they own"
      value={value}
      onChange={onChange}
      choices={[{value: "", text: "Nobody: they own nothing"}, ...(heirs.value ?? [])]}
      hint="Charts, dashboards, schedules and the like that they have made."
    />
  );
}

/** The path that removes somebody, with their heir. */
export function removalPath(path: string, heir: string): string {
  return heir === "" ? path : `${path}?transferTo=${encodeURIComponent(heir)}`;
}
