import {useState} from "preact/hooks";
import {Copyable} from "../../parts/copy.tsx";
import {SelectField, TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {type RuledModel, rowsSeen} from "../layer/row-access.ts";
import {addMember, nameOfAddress, passwordLinkOf} from "../organization/add-member.ts";
import type {Member} from "../organization/data.ts";
import {grantTo, type Permission} from "./grant.ts";
import type {Grantees, Shared} from "./people.ts";

/**
 * The choice that asks for an email address. Only org-admins have this choice, because only org-admins can add members.
 */
const NEWCOMER = "newcomer";

/** The form that shares something with a team, a person, or somebody whom the form first adds as a member. */
export function AddGrant({
  people,
  ruled,
  shared,
  onMember,
  onAdded,
}: {
  people: Grantees;
  /** The models with row access; `undefined` until they are loaded. */
  ruled: readonly RuledModel[] | undefined;
  shared: Shared;
  /** Called with the member who was added. */
  onMember: (member: Member) => void;
  onAdded: () => void;
}) {
  const {members} = people;
  const [grantee, setGrantee] = useState("");
  const [email, setEmail] = useState("");
  const [permission, setPermission] = useState<Permission>("view");
  const [link, setLink] = useState<string>();
  /** Added members who have no link yet: if a later step fails, the next try makes the link. */
  const [withoutLink, setWithoutLink] = useState<readonly Member[]>([]);
  const sending = useSending();
  const [kind, id = ""] = grantee.split(":");
  const person = kind === "person" ? members?.find(member => member.id === id) : undefined;
  const resource = {resourceType: shared.kind, resourceId: shared.id};
  const add = () =>
    sending.send(async () => {
      if (grantee === "") throw new Error("Choose whom to share it with.");
      setLink(undefined);
      const newcomer = kind === NEWCOMER ? await letIn() : withoutLink.find(member => member.id === id);
      const granteeUserId = newcomer?.id ?? id;
      await grantTo(resource, kind === "team" ? {granteeTeamId: id} : {granteeUserId}, permission);
      onAdded();
      if (newcomer) {
        setLink(await passwordLinkOf(newcomer));
        setWithoutLink(all => all.filter(member => member.id !== newcomer.id));
      }
      setGrantee("");
    });
  const letIn = async () => {
    const added = await addMember({
      name: nameOfAddress(email.trim()),
      email: email.trim(),
      seat: permission === "edit" ? "editor" : "viewer",
      orgRole: "member",
      attributes: {},
    });
    // If a later step fails, the member can be chosen in the list.
    onMember(added);
    setWithoutLink(all => [...all, added]);
    setGrantee(`person:${added.id}`);
    setEmail("");
    return added;
  };
  return (
    <>
      <Form
        sending={sending}
        submit={kind === NEWCOMER ? "Let them in and share" : "Share"}
        onSubmit={() => void add()}
      >
        <SelectField
          label="Share with"
          value={grantee}
          onChange={setGrantee}
          choices={[
            {value: "", text: "A team or a person"},
            ...(members ? [{value: NEWCOMER, text: "Somebody who is not a member yet …"}] : []),
            ...people.teams.map(team => ({value: `team:${team.id}`, text: `${team.name} (team)`})),
            ...(members ?? [])
              .filter(member => member.id !== people.me.principal.id)
              .map(member => ({value: `person:${member.id}`, text: `${member.name}, ${member.email}`})),
          ]}
          hint={
            person && ruled
              ? `${person.name} sees ${rowsSeen(ruled, person.attributes)}.`
              : members === undefined
                ? "Only org-admins can choose single people."
                : undefined
          }
        />
        {kind === NEWCOMER && (
          <TextField
            label="Their email"
            type="email"
            value={email}
            onInput={setEmail}
            required
            hint={ruled && `They see ${rowsSeen(ruled, {})}.`}
            fault={sending.faultAt("/email")}
          />
        )}
        <SelectField
          label="They may"
          value={permission}
          onChange={setPermission}
          choices={[
            {value: "view", text: "view it"},
            {value: "edit", text: "view and edit it"},
          ]}
        />
      </Form>
      {link !== undefined && (
        <div class="card" role="status">
          <p>Send them this link: it sets their password once, within 24 hours, and is shown only here.</p>
          <Copyable text={link} label="the link that sets their password" />
        </div>
      )}
    </>
  );
}
