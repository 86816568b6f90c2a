import {useState} from "preact/hooks";
import {SelectField, TextField} from "../../parts/field.tsx";
import type {Sending} from "../../parts/form.tsx";
import type {NewMember} from "./add-member.ts";
import {attributesIn, linesOf} from "./data.ts";

export const ROLES = [
  {value: "member", text: "Member"},
  {value: "admin", text: "Org-admin"},
] as const;

/** The data of a member while a person types them. */
type MemberDraft = Omit<NewMember, "attributes"> & {attributes: string};

/** The draft of a member, and the function that changes a part of it. */
export function useMemberDraft({
  attributes,
  ...of
}: NewMember): [MemberDraft, (part: Partial<MemberDraft>) => void] {
  const [draft, setDraft] = useState<MemberDraft>({...of, attributes: linesOf(attributes)});
  return [draft, part => setDraft(now => ({...now, ...part}))];
}

/** The member of the draft. Throws an error with a sentence for people if a line is not an attribute. */
export function memberIn({name, email, seat, orgRole, attributes}: MemberDraft): NewMember {
  return {name: name.trim(), email: email.trim(), seat, orgRole, attributes: attributesIn(attributes)};
}

export function MemberFields({
  draft: {name, email, seat, orgRole, attributes},
  change,
  faultAt,
}: {
  draft: MemberDraft;
  change: (part: Partial<MemberDraft>) => void;
  faultAt: Sending["faultAt"];
}) {
  return (
    <>
      <TextField
        label="Name"
        value={name}
        onInput={to => change({name: to})}
        required
        fault={faultAt("/name")}
      />
      <TextField
        label="Email"
        type="email"
        value={email}
        onInput={to => change({email: to})}
        required
        fault={faultAt("/email")}
      />
      <SelectField
        label="Seat"
        value={seat}
        onChange={to => change({seat: to})}
        choices={[
          {value: "editor", text: "Editor: creates and changes content"},
          {value: "viewer", text: "Viewer: reads and queries"},
        ]}
        fault={faultAt("/seat")}
      />
      <SelectField
        label="Role"
        value={orgRole}
        onChange={to => change({orgRole: to})}
        choices={ROLES}
        fault={faultAt("/orgRole")}
      />
      <AttributesField
        value={attributes}
        onInput={to => change({attributes: to})}
        fault={faultAt("/attributes")}
      />
    </>
  );
}

/** The attributes that decide which rows somebody sees. */
export function AttributesField({
  value,
  onInput,
  fault,
}: {
  value: string;
  onInput: (value: string) => void;
  fault: string | undefined;
}) {
  return (
    <TextField
      label="Attributes"
      value={value}
      onInput={onInput}
      rows={3}
      code
      placeholder="region: EU, US"
      hint="One attribute per line. Models with row access show only rows whose dimension is among the values."
      fault={fault}
    />
  );
}
