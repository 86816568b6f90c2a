import {Type} from "@sinclair/typebox";
import {deleteInBatches} from "../../core/database/delete-in-batches.ts";
import {type Db, sql} from "../../core/db.ts";
import {decryptSecret, encryptSecret, hashToken} from "../../core/secrets.ts";
import {readerOf} from "../../core/validate.ts";
import {FLOW_MINUTES} from "../sign-in/log-outs.ts";
import type {FlowSecrets} from "./provider.ts";

/** A sign-in that has begun and waits for the provider's answer. */
export interface Flow {
  secrets: FlowSecrets;
  /** A keyed hash that only the browser which began the sign-in can produce again. */
  browserMac: string;
  /** A path of the service's own pages, or of an authorization that waits. */
  returnTo: string | undefined;
  /** The organization that the person has chosen to become a member of. */
  orgId: string | undefined;
}

/** A flow that the provider has answered. */
export interface StartedFlow extends Flow {
  /** When the person was sent to the provider. */
  startedAt: Date;
}

interface FlowDeps {
  readonly db: Db;
  readonly config: {readonly encryptionKeys: readonly Buffer[]};
}

const readSealed = readerOf(
  Type.Object({nonce: Type.String(), codeVerifier: Type.String()}),
  "the secrets of a sign-in",
);

export async function storeFlow({db, config}: FlowDeps, flow: Flow): Promise<void> {
  const {state, ...secrets} = flow.secrets;
  const hash = hashToken(state);
  const sealed = encryptSecret(config.encryptionKeys, contextOf(hash), JSON.stringify(secrets));
  await sql`
    insert into sign_in_flows (state_hash, browser_mac, sealed, return_to, org_id, expires_at)
    values (${hash}, ${flow.browserMac}, ${sealed}, ${flow.returnTo ?? null}, ${flow.orgId ?? null},
      now() + ${FLOW_MINUTES} * interval '1 minute')`.execute(db);
}

/** The flow of this state, which is deleted: a state is valid once. `undefined` for an unknown, used or expired state. */
export async function takeFlow({db, config}: FlowDeps, state: string): Promise<StartedFlow | undefined> {
  const hash = hashToken(state);
  const {rows} = await sql<{
    browser_mac: string;
    sealed: Buffer;
    return_to: string | null;
    org_id: string | null;
    begun_at: Date;
    is_valid: boolean;
  }>`
    delete from sign_in_flows where state_hash = ${hash}
    returning browser_mac, sealed, return_to, org_id, expires_at - ${FLOW_MINUTES} * interval '1 minute' as begun_at,
      expires_at > now() as is_valid`.execute(db);
  const row = rows[0];
  if (!row?.is_valid) return undefined;
  const sealed: unknown = JSON.parse(decryptSecret(config.encryptionKeys, contextOf(hash), row.sealed));
  return {
    secrets: {state, ...readSealed(sealed)},
    browserMac: row.browser_mac,
    returnTo: row.return_to ?? undefined,
    orgId: row.org_id ?? undefined,
    startedAt: row.begun_at,
  };
}

export async function collectFlows(db: Db): Promise<void> {
  await deleteInBatches(db, "sign_in_flows", sql`expires_at < now()`);
}

function contextOf(hash: Buffer): string {
  return `sign-in ${hash.toString("hex")}`;
}
