import {useState} from "preact/hooks";
import type {
  SignInPreview as Preview,
  SingleSignOn,
} from "../../../../shared/identity/single-sign-on/schemas.ts";
import {CopyButton} from "../../parts/copy.tsx";
import {TextField} from "../../parts/field.tsx";
import {Form, useSending} from "../../parts/form.tsx";
import {Load} from "../../parts/load.tsx";
import {PageHead} from "../../parts/page-head.tsx";
import {useLoad} from "../../parts/use-load.ts";
import {service} from "../../service/service.ts";
import {linesOf, orgPath} from "./data.ts";

export default function SingleSignOnPage() {
  const loaded = useLoad(async signal => {
    const path = `${orgPath()}/single-sign-on`;
    return {path, settings: await service.get<SingleSignOn>(path, {signal})};
  }, []);
  return (
    <>
      <PageHead title="Single sign-on" about="How people sign in, and what a sign-in sets." />
      <Load from={loaded}>
        {({path, settings}) =>
          settings.configured ? (
            <>
              <Settings of={settings} />
              <Trial path={path} />
            </>
          ) : (
            <p>
              People sign in with a password. The operator of the service can configure an OpenID Connect
              provider (<code>OIDC_ISSUER</code>).
            </p>
          )
        }
      </Load>
    </>
  );
}

function Settings({of}: {of: SingleSignOn}) {
  const claims = Object.entries(of.attributes);
  return (
    <dl class="facts">
      <dt>Provider</dt>
      <dd>
        <bdi>{of.name}</bdi> (<code>{of.issuer}</code>)
      </dd>
      <dt>Redirect URI</dt>
      <dd>
        <code>{of.redirectUri}</code> <CopyButton text={of.redirectUri ?? ""} label="Copy the address" />
      </dd>
      <dt>Passwords</dt>
      <dd>{of.passwordSignIn ? "Also work" : "Are switched off"}</dd>
      <dt>New people</dt>
      <dd>
        {of.createSeat ? `Become members with a ${of.createSeat}’s seat` : "Have to be added by an org-admin"}
      </dd>
      <dt>Teams</dt>
      <dd>{of.teamsClaim ? <ClaimNamed name={of.teamsClaim} /> : "Are set by an org-admin"}</dd>
      <dt>Org-admins</dt>
      <dd>{of.groupsClaim ? <ClaimNamed name={of.groupsClaim} /> : "Are appointed by an org-admin"}</dd>
      <dt>Attributes</dt>
      <dd>
        {claims.length === 0
          ? "Are set by an org-admin"
          : claims.map(([attribute, claim]) => (
              <div key={attribute}>
                <code>{attribute}</code> follows <code>{claim}</code>
              </div>
            ))}
      </dd>
    </dl>
  );
}

function ClaimNamed({name}: {name: string}) {
  return (
    <>
      Follow the claim <code>{name}</code>
    </>
  );
}

const EXAMPLE = '{\n  "sub": "…",\n  "email": "ada@example.com",\n  "email_verified": true\n}';

function Trial({path}: {path: string}) {
  const [text, setText] = useState("");
  const [preview, setPreview] = useState<Preview>();
  const [fault, setFault] = useState<string>();
  const sending = useSending();
  const look = () =>
    sending.send(async () => {
      setPreview(undefined);
      const claims = claimsIn(text);
      setFault(claims === undefined ? "Claims are an object in JSON." : undefined);
      if (claims !== undefined) setPreview(await service.post<Preview>(`${path}/preview`, {claims}));
    });
  return (
    <>
      <h2>What would a sign-in set?</h2>
      <p class="soft">
        Paste claims as the provider sends them, such as the payload of an ID token. Nothing is changed.
      </p>
      <Form sending={sending} submit="Look" onSubmit={() => void look()}>
        <TextField
          label="Claims"
          value={text}
          onInput={setText}
          rows={8}
          code
          required
          placeholder={EXAMPLE}
          fault={fault ?? sending.faultAt("/claims")}
        />
      </Form>
      <div role="status">{preview && <Outcome of={preview} />}</div>
    </>
  );
}

function claimsIn(text: string): object | undefined {
  try {
    const claims: unknown = JSON.parse(text);
    return typeof claims === "object" && claims !== null && !Array.isArray(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function Outcome({of}: {of: Preview}) {
  if (of.outcome === "refused") {
    return (
      <p>
        <strong>Refused.</strong> {of.reason}
      </p>
    );
  }
  const names = (teams: {name: string}[]) => teams.map(({name}) => name).join(", ") || "none";
  return (
    <dl class="facts">
      <dt>Who</dt>
      <dd>{of.member ? <bdi>{`${of.member.name} (${of.member.email})`}</bdi> : "Becomes a new member"}</dd>
      <dt>Known by</dt>
      <dd>{of.bound ? "The provider’s subject" : "The verified address, at this sign-in only"}</dd>
      <dt>Role and seat</dt>
      <dd>
        {of.orgRole === "admin" ? "Org-admin" : "Member"}, {of.seat}
      </dd>
      <dt>Joins</dt>
      <dd>{names(of.joins)}</dd>
      <dt>Leaves</dt>
      <dd>{names(of.leaves)}</dd>
      {of.unknownTeams.length > 0 && (
        <>
          <dt>Unknown teams</dt>
          <dd>{of.unknownTeams.join(", ")}</dd>
        </>
      )}
      <dt>Attributes</dt>
      <dd>
        <code class="lines">{linesOf(of.attributes ?? {}) || "none"}</code>
      </dd>
      {of.pausesRuns && (
        <>
          <dt>Pauses</dt>
          <dd>Everything that runs as this member, because its rows would change</dd>
        </>
      )}
    </dl>
  );
}
