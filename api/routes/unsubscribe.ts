import {type Context, Elysia} from "elysia";
import {ServiceError} from "../../shared/core/errors.ts";
import {
  findMailSource,
  isStopped,
  type MailSource,
  type MailStop,
  readStopToken,
  resumeMail,
  stopMail,
} from "../../shared/core/recipients/unsubscribes.ts";
import type {Web} from "../dependencies.ts";
import {answerPage, pageResponse, readAnyForm} from "../oauth/respond.ts";
import {describeUnsubscribe} from "../openapi/unsubscribe-docs.ts";
import {endedPage, stopPage, unknownStopPage} from "../pages/unsubscribe.ts";

interface Asked extends MailStop {
  token: string;
  /** `undefined` if the source was deleted. */
  source: MailSource | undefined;
}

/**
 * The unsubscribe links of mail, which need no sign-in: the token in the address authorizes the recipient. GET changes
 * nothing, because programs that check mail follow its links. POST comes from a mail program (RFC 8058) or the page.
 */
export function unsubscribeRoutes(web: Web) {
  const answer = ({request, server, route}: Context, change: (asked: Asked) => Promise<boolean>) =>
    answerPage(web, {request, server, route}, async () =>
      withoutReferrer(await respond(web, request, change)),
    );
  return new Elysia()
    .get("/unsubscribe", context => answer(context, async () => false), describeUnsubscribe.show)
    .post(
      "/unsubscribe",
      context =>
        answer(context, async ({source, email}) => {
          const change = changeOf(await readAnyForm(context.request));
          if (source) await change(web, source, email);
          return true;
        }),
      {parse: "none", ...describeUnsubscribe.change},
    );
}

/** Applies `change`, which returns whether it changed anything, and answers with the page. */
async function respond(
  web: Web,
  request: Request,
  change: (asked: Asked) => Promise<boolean>,
): Promise<Response> {
  const {db, config} = web;
  const token = new URL(request.url).searchParams.get("t") ?? "";
  const stop = readStopToken(config.encryptionKeys, token);
  if (!stop) return pageResponse(unknownStopPage(), {status: 404});
  const {sourceId, email} = stop;
  const source = await findMailSource(db, sourceId);
  const isDone = await change({...stop, token, source});
  if (!source) return pageResponse(endedPage());
  const stopped = await isStopped(web, source, email);
  const action = `${config.baseUrl}/unsubscribe?t=${token}`;
  return pageResponse(stopPage({action, source, email, stopped, isDone}));
}

function changeOf(form: URLSearchParams): typeof stopMail {
  if (form.get("action") === "resume") return resumeMail;
  if (form.get("List-Unsubscribe") === "One-Click") return stopMail;
  throw new ServiceError(
    "invalid_request",
    "The form must have the field List-Unsubscribe=One-Click or action=resume. Nothing was changed.",
  );
}

/** Adds `Referrer-Policy: no-referrer`: the address contains the token, which must not leak to linked pages. */
function withoutReferrer(response: Response): Response {
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}
