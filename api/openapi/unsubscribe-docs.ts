import type {DocumentDecoration} from "elysia";
import {OWN_PARAMETERS, page} from "./common.ts";

const parameters = [
  {
    name: "t",
    in: "query",
    required: true,
    schema: {type: "string"},
    description:
      "The token in the link of the mail. The token identifies the sender and the recipient's address.",
  },
];

type Detail = DocumentDecoration & {[OWN_PARAMETERS]: typeof parameters};

const tags = ["Deliveries"];

/** The addresses of the `List-Unsubscribe` header, for mail programs and for people. */
export const describeUnsubscribe: Record<"show" | "change", {detail: Detail}> = {
  show: {
    detail: {
      tags,
      summary: "Show whether mail is stopped",
      description:
        "A page for the recipient of a mail, with a button that stops the mail. Opening it changes nothing, because programs that scan mail open links. Needs no token of the API.",
      security: [],
      [OWN_PARAMETERS]: parameters,
      responses: {
        200: page("The page, with a button that stops the mail."),
        404: page("The token is unknown."),
      },
    },
  },
  change: {
    detail: {
      tags,
      summary: "Stop mail, or resume it",
      description:
        "One-click unsubscribe (RFC 8058): needs no sign-in, because the token speaks for the recipient. The answer is a page.",
      security: [],
      [OWN_PARAMETERS]: parameters,
      requestBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: {
              type: "object",
              properties: {
                "List-Unsubscribe": {type: "string", enum: ["One-Click"], description: "Stops the mail."},
                action: {type: "string", enum: ["resume"], description: "Resumes it."},
              },
            },
          },
        },
      },
      responses: {
        200: page("The mail is stopped, or resumed."),
        404: page("The token is unknown."),
        415: page("The body is not a form."),
        422: page("The form asks for neither."),
      },
    },
  },
};
