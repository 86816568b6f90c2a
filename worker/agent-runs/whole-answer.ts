import {Type} from "@sinclair/typebox";
import {isReadable} from "../../shared/core/validate.ts";

/** The parts of https://platform.openai.com/docs/api-reference/chat/object that a stream has in another format. */
const isCompletion = isReadable(
  Type.Object({
    choices: Type.Array(
      Type.Object({
        message: Type.Object({
          tool_calls: Type.Optional(Type.Union([Type.Array(Type.Object({})), Type.Null()])),
        }),
      }),
    ),
  }),
);
const isError = isReadable(
  Type.Object({
    error: Type.Object({
      type: Type.Optional(Type.Unknown()),
      code: Type.Optional(Type.Unknown()),
    }),
  }),
);

/**
 * Converts the response of an OpenAI-compatible server into a stream, if the response is not a stream already. Some
 * servers do not support `stream`, and answer with the complete completion, or with an error under the status 200.
 */
export async function asStream(response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || /^text\/event-stream/i.test(type)) return response;
  const text = await response.text();
  const body = parsed(text);
  if (isCompletion(body)) {
    const choices = body.choices.map(({message, ...choice}) => {
      const calls = message.tool_calls?.map((call, index) => ({...call, index}));
      return {...choice, delta: {...message, tool_calls: calls}};
    });
    return streamOf({...body, choices});
  }
  if (!isError(body)) return new Response(text, response);
  const status = statusOf(body.error);
  return status === undefined ? streamOf(body) : Response.json(body, {status});
}

/** `undefined` for text that is not JSON, such as a stream under another content type. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function streamOf(chunk: object): Response {
  const headers = {"content-type": "text/event-stream"};
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {headers});
}

/**
 * The status that the error should have had; `undefined` if the error does not show whether the model had begun to
 * answer.
 */
function statusOf({type, code}: {type?: unknown; code?: unknown}): number | undefined {
  if (typeof code === "number" && code >= 400 && code <= 599) return code;
  return type === "invalid_request_error" ? 400 : undefined;
}
