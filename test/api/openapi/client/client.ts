/** A small client of any service with an OpenAPI document. `Paths` are the types that openapi-typescript generates from it. */
export class Client<Paths> {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  /** The JSON with which the operation answers. Rejects with a `Refusal` if the operation fails. */
  async call<M extends Method, P extends PathsWith<Paths, M>>(
    method: M,
    path: P,
    ...[input]: InputArguments<Operation<Paths, P, M>>
  ): Promise<Answer<Operation<Paths, P, M>>> {
    const {path: inPath = {}, query = {}, body}: LooseInput = input ?? {};
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
    const url = new URL(place, this.baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: {authorization: `Bearer ${this.token}`, "content-type": "application/json"},
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    const answer = text === "" ? undefined : JSON.parse(text);
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}

/** A problem that the service answered with (RFC 9457). */
export class Refusal<Problem extends {code: string} = {code: string}> extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.code);
  }
}

type Method = "get" | "post" | "put" | "patch" | "delete";

type PathsWith<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends {[K in M]: object} ? P : never;
}[keyof Paths] &
  string;

type Operation<Paths, P extends keyof Paths, M> = M extends keyof Paths[P] ? Paths[P][M] : never;

type JsonOf<Response> = Response extends {content: {"application/json": infer Body}} ? Body : undefined;

type Answer<Op> = Op extends {responses: infer All} ? JsonOf<All[keyof All & (200 | 201 | 204)]> : never;

interface LooseInput {
  path?: Record<string, unknown>;
  query?: object;
  body?: unknown;
}

type PathOf<Op> = Op extends {parameters: {path: infer Path}} ? {path: Path} : unknown;

type QueryOf<Op> = Op extends {parameters: {query: infer Query}}
  ? {query: Query}
  : Op extends {parameters: {query?: infer Query}}
    ? {query?: Query}
    : unknown;

type BodyOf<Op> = Op extends {requestBody: {content: {"application/json": infer Body}}}
  ? {body: Body}
  : Op extends {requestBody?: {content: {"application/json": infer Body}}}
    ? {body?: Body}
    : unknown;

type Input<Op> = PathOf<Op> & QueryOf<Op> & BodyOf<Op>;

/** The input is optional if nothing in it is required. */
type InputArguments<Op> = Record<never, never> extends Input<Op> ? [input?: Input<Op>] : [input: Input<Op>];
