import {createHmac} from "node:crypto";
import type {TestApp} from "../support/app.ts";
import {APP_ID} from "./stand-in.ts";

interface Sent {
  event?: string;
  id?: string;
  secret?: string;
  headers?: Record<string, string>;
}

/** Sends a payload as GitHub does, signed over its bytes. */
export function deliver(t: TestApp, payload: unknown, sent: Sent = {}) {
  const {event = "push", id = crypto.randomUUID(), secret = "new-secret", headers = {}} = sent;
  const body =
    typeof payload === "string" || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return t.call("POST", "/api/webhooks/github", {
    token: null,
    body,
    headers: {
      "x-github-delivery": id,
      "x-github-event": event,
      "x-hub-signature-256": `sha256=${signature}`,
      "x-github-hook-installation-target-type": "integration",
      "x-github-hook-installation-target-id": String(APP_ID),
      ...headers,
    },
  });
}

interface Pushed {
  installation: number;
  repository: {id: number; fullName: string};
  ref?: string;
  after: string;
}

/** The payload of a push, as https://docs.github.com/en/webhooks/webhook-events-and-payloads#push has it. */
export function push({installation, repository, ref = "refs/heads/main", after}: Pushed) {
  return {
    ref,
    before: "0".repeat(40),
    after,
    created: false,
    deleted: false,
    forced: false,
    repository: {id: repository.id, full_name: repository.fullName, pushed_at: Date.now() + Math.random()},
    installation: {id: installation, node_id: "MDIz"},
    sender: {login: "ann", id: 1},
    commits: [],
  };
}
