import {useState} from "preact/hooks";
import {Button} from "../../parts/button.tsx";
import {Copyable} from "../../parts/copy.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {reader} from "../../service/reader.ts";
import {addMember, nameOfAddress, passwordLinkOf} from "../organization/add-member.ts";
import {allOf, type Member, orgPath} from "../organization/data.ts";
import {grantTo} from "../share/grant.ts";
import type {Resource, Schedule} from "./schedule-data.ts";

/** If more recipients than this are not members, the recipients are hardly colleagues, and none is listed. */
const MAX_OFFERED = 5;

/**
 * The members of the organization, with which the schedule's page finds the recipients who are not members. `undefined`
 * for people who are not org-admins, and if the members cannot be loaded, because the mail is sent all the same.
 */
export async function membersForAdmins(signal: AbortSignal): Promise<Member[] | undefined> {
  if (reader().orgRole !== "admin") return undefined;
  return allOf<Member>(`${orgPath()}/members?limit=500`, signal).catch(() => undefined);
}

/**
 * Recipients who are not members, and whom an org-admin can make members: only members can open the links of a mail.
 */
export function NonMembers({
  of: {recipients, resources},
  members,
}: {
  of: Pick<Schedule, "recipients" | "resources">;
  members: readonly Member[];
}) {
  const known = new Set(members.map(({email}) => email.toLowerCase()));
  const nonMembers = recipients.filter(email => !known.has(email.toLowerCase()));
  if (nonMembers.length === 0 || nonMembers.length > MAX_OFFERED) return null;
  return (
    <section aria-label="Recipients who are not members">
      {nonMembers.map(email => (
        <NonMember key={email} email={email} resources={resources} />
      ))}
    </section>
  );
}

function NonMember({email, resources}: {email: string; resources: readonly Resource[]}) {
  const [member, setMember] = useState<Member>();
  const [link, setLink] = useState<string>();
  const sending = useSending();
  const letIn = () =>
    sending.send(async () => {
      const body = {
        name: nameOfAddress(email),
        email,
        seat: "viewer",
        orgRole: "member",
        attributes: {},
      } as const;
      // If an earlier attempt failed after this step, the person is already a member.
      const added = member ?? (await addMember(body));
      setMember(added);
      await shareWith(added, resources);
      setLink(await passwordLinkOf(added));
    });
  if (member && link !== undefined) {
    return (
      <div class="card" role="status">
        <p>
          <bdi>{member.name}</bdi> is a member now, and can open what the mail shows. Send them this link: it
          sets their password once, within 24 hours, and is shown only here.
        </p>
        <Copyable text={link} label="the link" />
      </div>
    );
  }
  return (
    <div class="card stranger">
      <p>
        <strong>{email}</strong>{" "}
        {member
          ? "is a member now, but cannot open what the mail shows yet."
          : "is not a member: the mail comes, but its links do not open."}
      </p>
      <SendingFault of={sending} />
      <Button label={`Let ${email} in as a viewer`} busy={sending.busy} onClick={() => void letIn()}>
        Let them in as a viewer
      </Button>
    </div>
  );
}

async function shareWith({id}: Member, resources: readonly Resource[]): Promise<void> {
  for (const resource of resources) await grantTo(resource, {granteeUserId: id}, "view");
}
