import {useState} from "preact/hooks";
import {OnlyFor} from "../../parts/access/only-for.tsx";
import {Button} from "../../parts/button.tsx";
import {Copyable} from "../../parts/copy.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {nameColumn} from "../../parts/list-table.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {When} from "../../parts/when.tsx";
import {addMember, type NewMember, passwordLinkOf} from "./add-member.ts";
import {linesOf, type Member} from "./data.ts";
import {MemberFields, memberIn, useMemberDraft} from "./member-fields.tsx";
import {OrgList} from "./org-list.tsx";

export default function Members() {
  const [isAdding, setAdding] = useState(false);
  const [turn, setTurn] = useState(0);
  return (
    <>
      <PageHead title="Members" about="The people of the organization.">
        <OnlyFor who="admins">
          <Button look="act" onClick={() => setAdding(true)}>
            Add a member
          </Button>
        </OnlyFor>
      </PageHead>
      <OrgList<Member>
        of="members"
        label="Members"
        turn={turn}
        keyOf={({id}) => id}
        columns={[
          nameColumn("/members"),
          {title: "Email", cell: ({email}) => <bdi>{email}</bdi>},
          {
            title: "Role",
            cell: ({orgRole, seat}) => (
              <>
                {orgRole === "admin" && <span class="badge">admin</span>} <span class="badge">{seat}</span>
              </>
            ),
          },
          {title: "Attributes", minor: true, cell: ({attributes}) => linesOf(attributes) || "–"},
          {title: "Since", minor: true, cell: ({createdAt}) => <When at={createdAt} />},
        ]}
        empty={<Empty title="No member yet" />}
      />
      {isAdding && <AddMember onClose={() => setAdding(false)} onAdded={() => setTurn(turn + 1)} />}
    </>
  );
}

const EMPTY_MEMBER: NewMember = {name: "", email: "", seat: "editor", orgRole: "member", attributes: {}};

function AddMember({onClose, onAdded}: {onClose: () => void; onAdded: () => void}) {
  const [draft, change] = useMemberDraft(EMPTY_MEMBER);
  const [link, setLink] = useState<string>();
  const sending = useSending();
  const add = () =>
    sending.send(async () => {
      // The member stays even if the link fails: the member's page can make another.
      const member = await addMember(memberIn(draft));
      onAdded();
      setLink(await passwordLinkOf(member));
    });
  if (link !== undefined) {
    return (
      <Dialog title={`${draft.name} is a member`} onClose={onClose}>
        <p>Send this link to them. It sets their password: once, within 24 hours. It is shown only here.</p>
        <Copyable text={link} label="the link" />
      </Dialog>
    );
  }
  return (
    <Dialog title="Add a member" onClose={onClose}>
      <Form sending={sending} submit="Add" onSubmit={() => void add()}>
        <MemberFields draft={draft} change={change} faultAt={sending.faultAt} />
      </Form>
    </Dialog>
  );
}
