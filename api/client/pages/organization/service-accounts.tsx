import {useState} from "preact/hooks";
import {useAdminAccess} from "../../parts/access/admin-gate.tsx";
import {WithManage} from "../../parts/access/with-manage.tsx";
import {Button} from "../../parts/button.tsx";
import {Copyable} from "../../parts/copy.tsx";
import {Dialog} from "../../parts/dialog.tsx";
import {Empty} from "../../parts/empty.tsx";
import {CheckField, SelectField, TextField} from "../../parts/field.tsx";
import {Form, SendingFault, useSending} from "../../parts/form.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {RemoveButton} from "../../parts/remove-button.tsx";
import {When} from "../../parts/when.tsx";
import type {AdminAccess} from "../../service/admin-access.ts";
import {segment, service} from "../../service/service.ts";
import {ToolAddresses} from "../start/tool-addresses.tsx";
import {attributesIn, orgPath, type ServiceAccount} from "./data.ts";
import {HeirField, removalPath} from "./heir.tsx";
import {AttributesField, ROLES} from "./member-fields.tsx";
import {OrgList} from "./org-list.tsx";

/** A token that was just created, and that is shown only once. */
interface Made {
  name: string;
  token: string;
  /** Whether the account had a token before, which stays valid for a while. */
  isAnother: boolean;
}

/** The seconds for which the old token works after a new token was created. */
const OVERLAP_SECONDS = 3600;

export default function ServiceAccounts() {
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Made>();
  const [turn, setTurn] = useState(0);
  const [withEnded, setWithEnded] = useState(false);
  const access = useAdminAccess("manage");
  const sending = useSending();
  const rotate = ({id, name}: ServiceAccount) =>
    sending.send(async () => {
      const path = `${orgPath()}/service-accounts/${id}/rotate`;
      const {token} = await service.post<{token: string}>(path, {overlapSeconds: OVERLAP_SECONDS});
      setMade({name, token, isAnother: true});
    });
  return (
    <>
      <PageHead title="Service accounts" about="Programs and agents call the service with their tokens.">
        <Button look="act" onClick={() => setAdding(true)}>
          New service account
        </Button>
      </PageHead>
      <SendingFault of={sending} />
      <CheckField
        label="Include expired accounts"
        hint="Such as the one that unlocking changes makes for a browser, which ends after eight hours."
        checked={withEnded}
        onChange={setWithEnded}
      />
      <OrgList<ServiceAccount>
        of="service-accounts"
        isShown={({expiresAt}) => withEnded || expiresAt === null || Date.parse(expiresAt) > Date.now()}
        label="Service accounts"
        turn={turn}
        keyOf={({id}) => id}
        columns={[
          {title: "Name", cell: ({name}) => <bdi>{name}</bdi>},
          {
            title: "May",
            cell: ({scopes, orgRole}) => `${scopes.join(", ")}${orgRole === "admin" ? ", as org-admin" : ""}`,
          },
          {
            title: "Last used",
            minor: true,
            cell: ({lastUsedAt}) => (lastUsedAt ? <When at={lastUsedAt} /> : "never"),
          },
          {title: "Ends", cell: ({expiresAt}) => (expiresAt ? <When at={expiresAt} /> : "never")},
          {
            title: "",
            cell: account => (
              <span class="buttons">
                <Button
                  look="quiet"
                  busy={sending.busy}
                  label={`New token for ${account.name}`}
                  onClick={() => void rotate(account)}
                >
                  New token
                </Button>
                {access && <Remove account={account} access={access} onRemoved={() => setTurn(turn + 1)} />}
              </span>
            ),
          },
        ]}
        below={<WithManage text="Delete a service account …" why="To delete a service account" />}
        empty={<Empty title="No service account yet" />}
      />
      {isAdding && (
        <AddServiceAccount
          onClose={() => setAdding(false)}
          onMade={token => {
            setAdding(false);
            setTurn(turn + 1);
            setMade(token);
          }}
        />
      )}
      {made && (
        <Dialog title={`The token of “${made.name}”`} onClose={() => setMade(undefined)}>
          <p>It is shown only here. Copy it to where it will be used.</p>
          <Copyable text={made.token} label="the token" />
          {made.isAnother && <p class="hint">The previous token works for another hour.</p>}
          <ToolAddresses />
        </Dialog>
      )}
    </>
  );
}

function Remove({
  account: {id, name},
  access,
  onRemoved,
}: {
  account: ServiceAccount;
  access: AdminAccess;
  onRemoved: () => void;
}) {
  const [heir, setHeir] = useState("");
  return (
    <RemoveButton
      text="Delete"
      label={`Delete ${name}`}
      look="quiet"
      title={`Delete ${name}`}
      act="Delete it"
      run={() => access.service.delete(removalPath(`${orgPath()}/service-accounts/${segment(id)}`, heir))}
      onDone={onRemoved}
    >
      <p>Its tokens end within a second.</p>
      <HeirField of={id} value={heir} onChange={setHeir} />
    </RemoveButton>
  );
}

function AddServiceAccount({onClose, onMade}: {onClose: () => void; onMade: (made: Made) => void}) {
  const [name, setName] = useState("");
  const [canWrite, setWrite] = useState(false);
  const [orgRole, setOrgRole] = useState<"member" | "admin">("member");
  const [attributes, setAttributes] = useState("");
  const sending = useSending();
  const add = () =>
    sending.send(async () => {
      const {token} = await service.post<{token: string}>(`${orgPath()}/service-accounts`, {
        name: name.trim(),
        scopes: canWrite ? ["read", "write"] : ["read"],
        orgRole,
        attributes: attributesIn(attributes),
      });
      onMade({name: name.trim(), token, isAnother: false});
    });
  return (
    <Dialog title="New service account" onClose={onClose}>
      <Form sending={sending} submit="Create" onSubmit={() => void add()}>
        <TextField label="Name" value={name} onInput={setName} required fault={sending.faultAt("/name")} />
        <CheckField
          label="Allow changes"
          hint="Without this, the account can only read and query. The scope “manage” can only be given by a token that has it."
          checked={canWrite}
          onChange={setWrite}
        />
        <SelectField label="Role" value={orgRole} onChange={setOrgRole} choices={ROLES} />
        <AttributesField value={attributes} onInput={setAttributes} fault={sending.faultAt("/attributes")} />
      </Form>
    </Dialog>
  );
}
