import {useState} from "preact/hooks";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Button} from "../../parts/button.tsx";
import {Copyable} from "../../parts/copy.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {LoadPage} from "../../parts/load-page.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {When} from "../../parts/when.tsx";
import {segment, service, type Versioned} from "../../service/service.ts";
import {open} from "../../shell/navigation.ts";
import type {PageProps} from "../../shell/page-props.ts";
import {type Member, orgPath} from "./data.ts";
import {HeirField, removalPath} from "./heir.tsx";
import {MemberFields, memberIn, useMemberDraft} from "./member-fields.tsx";
import {WhatTheySee} from "./what-they-see.tsx";

export default function MemberPage({parameters}: PageProps) {
  const id = parameters["memberId"] ?? "";
  const loaded = useLoad(
    async signal => {
      const path = `${orgPath()}/members/${segment(id)}`;
      return {path, of: await service.getVersioned<Member>(path, {signal})};
    },
    [id],
  );
  return (
    <LoadPage what="member" from={loaded}>
      {({path, of}) => <Edit key={of.etag} path={path} of={of} onSaved={loaded.reload} />}
    </LoadPage>
  );
}

function Edit({path, of, onSaved}: {path: string; of: Versioned<Member>; onSaved: () => void}) {
  const {value} = of;
  const [draft, change] = useMemberDraft(value);
  const [link, setLink] = useState<string>();
  const sending = useSending();
  const linking = useSending();
  const save = () =>
    sending.send(async () => {
      await service.patch(path, memberIn(draft), {ifMatch: of.etag});
      onSaved();
    });
  const makeLink = () =>
    linking.send(async () => setLink((await service.post<{url: string}>(`${path}/password-link`)).url));
  return (
    <>
      <PageHead title={value.name} back={{href: "/members", text: "All members"}} />
      <p class="soft">
        A member since <When at={value.createdAt} />. A change takes effect within a second.
      </p>
      <Form sending={sending} submit="Save" onSubmit={() => void save()}>
        <MemberFields draft={draft} change={change} faultAt={sending.faultAt} />
      </Form>
      <WhatTheySee member={value} />
      <h2>Password</h2>
      {link ? (
        <>
          <p>The link works once, within 24 hours, and is shown only here.</p>
          <Copyable text={link} label="the link" />
        </>
      ) : (
        <>
          <p class="soft">
            A link sets a first or a forgotten password. Using it signs the member out everywhere else.
          </p>
          <Button busy={linking.busy} onClick={() => void makeLink()}>
            Make a link
          </Button>
        </>
      )}
      {linking.message && <p class="fault">{linking.message}</p>}
      <h2>Remove</h2>
      <RemoveMember path={path} member={value} />
    </>
  );
}

function RemoveMember({path, member: {id, name}}: {path: string; member: Member}) {
  const [heir, setHeir] = useState("");
  return (
    <WithManage text="Remove the member …" why="To remove a member">
      {access => (
        <RemoveButton
          text="Remove the member"
          title={`Remove ${name}`}
          act="Remove"
          run={() => access.service.delete(removalPath(path, heir))}
          onDone={() => open("/members")}
        >
          <p>They are signed out everywhere within a second, and their tokens end.</p>
          <HeirField of={id} value={heir} onChange={setHeir} />
        </RemoveButton>
      )}
    </WithManage>
  );
}
