import {ACCOUNT_ID, Refusal, StripeAccount} from "./account.ts";
import {answerApi} from "./api.ts";
import {readForm} from "./form.ts";

export const SECRET_KEY = "sk_test_standin";

interface Fault {
  /** A fault in place of an answer. `lost` handles the request and loses the answer. */
  kind: 429 | 500 | "lost";
}

const BROKEN = {
  status: 500,
  text: JSON.stringify({error: {type: "api_error", message: "An unknown error occurred"}}),
};

export interface StripeStandIn {
  account: StripeAccount;
  url: string;
  /** The requests, such as `GET /v1/customers/cus_1`, in the order of their arrival. */
  requests: string[];
  /** Decides for each request which fault it gets. */
  fault: (request: string) => Fault["kind"] | undefined;
  /** Holds back an answer that is ready. */
  hold: (request: string) => Promise<void> | undefined;
  stop(): Promise<void>;
}

/** Stripe's API on loopback, over the state of one account in test mode. */
export function stripeStandIn(): StripeStandIn {
  const answers = new Map<string, {status: number; text: string}>();
  const standIn: StripeStandIn = {
    account: new StripeAccount(),
    url: "",
    requests: [],
    fault: () => undefined,
    hold: () => undefined,
    stop: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const url = new URL(request.url);
      const name = `${request.method} ${url.pathname}`;
      standIn.requests.push(name);
      const key = request.headers.get("idempotency-key");
      const body = await request.text();
      const fault = standIn.fault(name);
      if (fault === 429)
        return problem(429, {
          type: "invalid_request_error",
          code: "rate_limit",
          message: "Too many requests",
        });
      const known = key === null ? undefined : answers.get(key);
      const answer = known ?? (fault === 500 ? BROKEN : answerOf(standIn.account, request, url, body));
      // An internal error of Stripe's is the answer for its key from then on, too.
      if (key !== null) answers.set(key, answer);
      await standIn.hold(name);
      if (fault === "lost") return new Response("Bad Gateway", {status: 502});
      return new Response(answer.text, {
        status: answer.status,
        headers: {
          "content-type": "application/json",
          "request-id": "req_standin",
          "stripe-version": "2026-10-28.endive",
          ...(known ? {"idempotent-replayed": "true"} : {}),
        },
      });
    },
  });
  standIn.url = `http://127.0.0.1:${server.port}`;
  return standIn;
}

function answerOf(
  account: StripeAccount,
  request: Request,
  url: URL,
  body: string,
): {status: number; text: string} {
  try {
    if (request.headers.get("authorization") !== `Bearer ${SECRET_KEY}`)
      throw new Refusal(401, {type: "invalid_request_error", message: "Invalid API Key provided"});
    const query = readForm(url.searchParams);
    const given = readForm(new URLSearchParams(body));
    const answer = answerApi(account, {method: request.method, path: url.pathname, query, given});
    return {status: 200, text: JSON.stringify(answer)};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {status: error.status, text: JSON.stringify({error: error.body})};
  }
}

function problem(status: number, error: object): Response {
  return Response.json({error}, {status});
}

export {ACCOUNT_ID};
