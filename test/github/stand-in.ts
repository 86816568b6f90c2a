import {createVerify, generateKeyPairSync} from "node:crypto";
import {createCommit, problem, pulls, type StoredPull} from "./pulls.ts";
import {Repository} from "./repository.ts";

export const APP_ID = 4711;

interface StoredInstallation {
  id: number;
  account: {id: number; login: string; type: string};
  suspended: boolean;
  repositories: number[];
}

export interface StoredRepository {
  id: number;
  fullName: string;
  store: Repository;
  isPrivate: boolean;
  pulls: StoredPull[];
  checks: CheckRun[];
}

/** A person at GitHub. */
export interface Person {
  /** The installations that the person sees. */
  installations: number[];
  /** The person's permission for each repository, by number. Without `rights` the person may push to each. */
  rights?: Record<number, "pull" | "push" | "admin">;
}

interface Token {
  installationId: number;
  /** `undefined` means all repositories that the installation has when the token is used. */
  repositories: number[] | undefined;
  permissions: Record<string, string>;
}

interface CheckRun {
  id: number;
  name: string;
  head_sha: string;
  external_id: string;
  status: string;
  conclusion: string;
  output: {
    title: string;
    summary: string;
    annotations: {path: string; start_line: number; message: string}[];
  };
}

/** A delivery in the App's log. */
export interface LoggedDelivery {
  id: number;
  guid: string;
  delivered_at: string;
  status: string;
  status_code: number;
  event: string;
}

/**
 * GitHub's API on loopback, over real git repositories. The stand-in checks the App's signature, and what each token
 * may reach, as GitHub does.
 */
export class GithubStandIn {
  readonly #keys = generateKeyPairSync("rsa", {modulusLength: 2048});
  readonly installations = new Map<number, StoredInstallation>();
  readonly repositories = new Map<number, StoredRepository>();
  /** OAuth code → the person for whom GitHub issued it. */
  readonly codes = new Map<string, Person>();
  readonly deliveries: LoggedDelivery[] = [];
  /** The ids of the deliveries that the service requested again. */
  readonly attempts: number[] = [];
  /** Every request, as `METHOD /path`. */
  readonly requests: string[] = [];
  /** Answers instead of the API while it is set; `undefined` lets a request through. */
  interfere:
    | ((request: Request, path: string) => Response | undefined | Promise<Response | undefined>)
    | undefined;
  /** Delays an answer while it is set, after the request has been carried out. */
  hold: ((request: Request, path: string) => Promise<void> | undefined) | undefined;
  /** Whether the installation has no permission to write contents. */
  refusedWrites = false;
  /** The origin of the addresses of tarballs, if it is not this server. */
  tarballHost: string | undefined;
  readonly #tokens = new Map<string, Token>();
  readonly #people = new Map<string, Person>();
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: request => this.#answer(request),
  });

  get origin(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /** The variables of a service that uses this App. */
  environment(): Record<string, string> {
    return {
      GITHUB_APP_ID: String(APP_ID),
      GITHUB_APP_SLUG: "acme-analytics",
      GITHUB_APP_PRIVATE_KEY: this.#keys.privateKey.export({type: "pkcs1", format: "pem"}).toString(),
      GITHUB_CLIENT_ID: "Iv1.client",
      GITHUB_CLIENT_SECRET: "client-secret",
      GITHUB_WEBHOOK_SECRET: "new-secret, old-secret",
      GITHUB_API_URL: `${this.origin}/api/v3`,
    };
  }

  async addRepository(id: number, fullName: string, isPrivate = true): Promise<StoredRepository> {
    const store = await Repository.make();
    const repository: StoredRepository = {id, fullName, store, isPrivate, pulls: [], checks: []};
    this.repositories.set(id, repository);
    return repository;
  }

  /** Adds another repository with the commits of an existing one. */
  alias(id: number, fullName: string, of: number): void {
    const {store} = this.repositories.get(of)!;
    this.repositories.set(id, {id, fullName, store, isPrivate: true, pulls: [], checks: []});
  }

  install(id: number, login: string, repositories: number[], accountId = id + 1_000_000): void {
    const account = {id: accountId, login, type: "Organization"};
    this.installations.set(id, {id, account, suspended: false, repositories});
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
    for (const {store} of this.repositories.values()) await store.remove();
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = decodeURIComponent(url.pathname);
    this.requests.push(`${request.method} ${path}`);
    const instead = await this.interfere?.(request, path);
    if (instead) return instead;
    const answer = await this.#route(request, path, url);
    await this.hold?.(request, path);
    return answer;
  }

  async #route(request: Request, path: string, url: URL): Promise<Response> {
    if (path === "/login/oauth/access_token") return this.#signIn(request);
    const codeload = /^\/_codeload\/(\d+)\/([0-9a-f]+)$/.exec(path);
    if (codeload) return this.#tarball(request, Number(codeload[1]), codeload[2] ?? "", url);
    if (path === "/api/graphql") return this.#graphql(request);
    if (!path.startsWith("/api/v3/")) return problem(404, "Not Found");
    return this.#api(request, path.slice("/api/v3".length), url);
  }

  async #signIn(request: Request): Promise<Response> {
    const form: unknown = await request.json();
    const fields = typeof form === "object" && form !== null ? {...form} : {};
    const read = (key: string): unknown => Object.entries(fields).find(([name]) => name === key)?.[1];
    const seen = this.codes.get(String(read("code")));
    if (!seen || read("client_id") !== "Iv1.client" || read("client_secret") !== "client-secret")
      return Response.json({error: "bad_verification_code", error_description: "The code is wrong."});
    this.codes.delete(String(read("code")));
    const token = `ghu_${crypto.randomUUID()}`;
    this.#people.set(token, seen);
    return Response.json({access_token: token, token_type: "bearer", scope: ""});
  }

  async #api(request: Request, path: string, url: URL): Promise<Response> {
    const token = /^(?:bearer|token) (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    if (path.startsWith("/app/"))
      return this.#isApp(token) ? this.#asApp(request, path, url) : unauthorized();
    if (path.startsWith("/user/")) {
      const person = this.#people.get(token);
      return person ? this.#asPerson(person, path, url) : unauthorized();
    }
    const held = this.#tokens.get(token);
    if (!held) return unauthorized();
    const installation = this.installations.get(held.installationId);
    if (!installation || installation.suspended) return problem(403, "This installation has been suspended");
    const reached = installation.repositories.filter(id => held.repositories?.includes(id) ?? true);
    if (path === "/installation/repositories") {
      const all = reached.flatMap(id => this.repositories.get(id) ?? []).map(describe);
      return Response.json({total_count: all.length, repositories: pageOf(all, url)});
    }
    const [, by = "", rest = ""] = /^(\/repositories\/\d+|\/repos\/[^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? [];
    const repository = this.#named(by);
    if (!repository || !reached.includes(repository.id)) return problem(404, "Not Found");
    if (rest === "") return Response.json(describe(repository));
    if (!held.permissions["contents"]) return problem(403, "Resource not accessible by integration");
    const {permissions} = held;
    if (/^\/(pulls|commits\/\w+\/pulls)/.test(rest))
      return permissions["pull_requests"]
        ? pulls(repository, rest, request, permissions["pull_requests"] === "write")
        : problem(403, "Resource not accessible");
    if (/^\/(check-runs|commits\/\w+\/check-runs)/.test(rest))
      return permissions["checks"] === "write"
        ? checks(repository, rest, request)
        : problem(403, "Resource not accessible");
    if (rest === "/git/refs" && request.method === "POST")
      return permissions["contents"] === "write"
        ? newRef(repository, request)
        : problem(403, "Not accessible");
    return this.#ofRepository(repository, rest, url);
  }

  /** Lists only repositories for which the person has a permission, as GitHub does. */
  #asPerson({installations, rights}: Person, path: string, url: URL): Response {
    const id = Number(/^\/user\/installations\/(\d+)\/repositories$/.exec(path)?.[1]);
    const installation = this.installations.get(id);
    if (!installation || !installations.includes(id)) return problem(404, "Not Found");
    const repositories = installation.repositories.flatMap(one => {
      const repository = this.repositories.get(one);
      const right = rights ? rights[one] : "push";
      if (!repository || !right) return [];
      const [admin, push] = [right === "admin", right !== "pull"];
      const permissions = {admin, maintain: admin, push, triage: push, pull: true};
      return [{...describe(repository), permissions}];
    });
    const body = {total_count: repositories.length, repository_selection: "selected"};
    return Response.json({...body, repositories: pageOf(repositories, url)});
  }

  #named(by: string): StoredRepository | undefined {
    const id = /^\/repositories\/(\d+)$/.exec(by)?.[1];
    if (id !== undefined) return this.repositories.get(Number(id));
    return [...this.repositories.values()].find(one => `/repos/${one.fullName}` === by);
  }

  #isApp(token: string): boolean {
    const [head = "", body = "", signature = ""] = token.split(".");
    const verify = createVerify("RSA-SHA256").update(`${head}.${body}`);
    if (!verify.verify(this.#keys.publicKey, Buffer.from(signature, "base64url"))) return false;
    const claims: {iss: unknown; iat: number; exp: number} = JSON.parse(
      Buffer.from(body, "base64url").toString(),
    );
    const now = Date.now() / 1000;
    return (
      String(claims.iss) === String(APP_ID) &&
      claims.iat <= now &&
      claims.exp > now &&
      claims.exp - claims.iat <= 660
    );
  }

  async #asApp(request: Request, path: string, url: URL): Promise<Response> {
    const [, id, tokens] = /^\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(path) ?? [];
    if (id !== undefined) {
      const installation = this.installations.get(Number(id));
      if (!installation) return problem(404, "Not Found");
      if (!tokens) return Response.json(describeInstallation(installation));
      if (installation.suspended) return problem(403, "This installation has been suspended");
      const text = await request.text();
      const requested: {repository_ids?: number[]; permissions?: object} = text ? JSON.parse(text) : {};
      return this.#newToken(installation, requested);
    }
    if (path === "/app/hook/deliveries") return this.#listDeliveries(url);
    const again = /^\/app\/hook\/deliveries\/(\d+)\/attempts$/.exec(path)?.[1];
    if (again === undefined || request.method !== "POST") return problem(404, "Not Found");
    this.attempts.push(Number(again));
    return Response.json({}, {status: 202});
  }

  #newToken(
    installation: StoredInstallation,
    requested: {repository_ids?: number[]; permissions?: object},
  ): Response {
    const {repository_ids: repositoryIds, permissions = {contents: "read", metadata: "read"}} = requested;
    if (repositoryIds?.some(id => !installation.repositories.includes(id)))
      return problem(422, "There is at least one repository that does not exist or is not accessible");
    if (
      Object.values({...permissions}).includes("write") &&
      this.refusedWrites &&
      "contents" in permissions &&
      permissions.contents === "write"
    )
      return problem(422, "The permissions requested are not granted to this installation.");
    const token = `ghs_${crypto.randomUUID()}`;
    this.#tokens.set(token, {
      installationId: installation.id,
      repositories: repositoryIds,
      permissions: {...permissions},
    });
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    return Response.json(
      {token, expires_at: expires, permissions, repository_selection: "selected"},
      {status: 201},
    );
  }

  #listDeliveries(url: URL): Response {
    const perPage = Number(url.searchParams.get("per_page") ?? 30);
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const headers: Record<string, string> = {};
    if (from + perPage < this.deliveries.length) {
      const next = `${this.origin}/api/v3/app/hook/deliveries?per_page=${perPage}&cursor=${from + perPage}`;
      headers["link"] = `<${next}>; rel="next"`;
    }
    return Response.json(this.deliveries.slice(from, from + perPage), {headers});
  }

  async #graphql(request: Request): Promise<Response> {
    const token = /^(?:bearer|token) (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    const held = this.#tokens.get(token);
    if (!held) return unauthorized();
    const {query, variables} = JSON.parse(await request.text());
    const name: string = variables.input.branch.repositoryNameWithOwner;
    const repository = [...this.repositories.values()].find(one => one.fullName === name);
    const isReached = repository && (held.repositories?.includes(repository.id) ?? true);
    if (
      !/createCommitOnBranch\(input: \$input\)/.test(query) ||
      !isReached ||
      held.permissions["contents"] !== "write"
    )
      return Response.json({
        errors: [{type: "FORBIDDEN", message: "Resource not accessible by integration"}],
      });
    return createCommit(repository, variables.input);
  }

  async #ofRepository({id, store}: StoredRepository, path: string, url: URL): Promise<Response> {
    if (path === "/commits") return Response.json(await commitsOf(store, url.searchParams.get("sha") ?? ""));
    const file = /^\/contents\/(.+)$/.exec(path)?.[1];
    if (file !== undefined) return contentOf(store, url.searchParams.get("ref") ?? "", file);
    const compared = /^\/compare\/(\w+)\.\.\.(\w+)$/.exec(path);
    if (compared) return compare(store, compared[1] ?? "", compared[2] ?? "");
    const [, kind, what = ""] = /^\/(git\/ref|git\/commits|git\/trees|tarball)\/(.+)$/.exec(path) ?? [];
    if (kind === "git/ref") {
      const ref = `refs/${what}`;
      const sha = (await store.git(["rev-parse", "--verify", "--quiet", ref], "", true)).trim();
      return sha ? Response.json({ref, object: {sha, type: "commit"}}) : problem(404, "Not Found");
    }
    if (!(await store.git(["cat-file", "-t", what], "", true))) return problem(404, "Not Found");
    if (kind === "git/commits") return Response.json(await commitOf(store, what));
    if (kind === "git/trees") return Response.json(await treeOf(store, what));
    if (kind !== "tarball") return problem(404, "Not Found");
    const host = this.tarballHost ?? this.origin;
    const location = `${host}/_codeload/${id}/${what}?token=once`;
    return new Response(null, {status: 302, headers: {location}});
  }

  async #tarball(request: Request, id: number, sha: string, url: URL): Promise<Response> {
    const repository = this.repositories.get(id);
    if (!repository || url.searchParams.get("token") !== "once") return problem(404, "Not Found");
    if (request.headers.has("authorization")) return problem(400, "The App's token does not belong here");
    const prefix = `${repository.fullName.replace("/", "-")}-${sha.slice(0, 7)}`;
    const bytes = await repository.store.archive(sha, prefix);
    return new Response(new Uint8Array(bytes), {headers: {"content-type": "application/x-gzip"}});
  }
}

/** GitHub's redirect of a request for a repository by a name that it had before. */
export function redirectFrom(
  {origin}: GithubStandIn,
  former: string,
  id: number,
  path: string,
): Response | undefined {
  const [, rest] = path.split(`/api/v3/repos/${former}`);
  if (rest === undefined) return undefined;
  const location = `${origin}/api/v3/repositories/${id}${rest}`;
  return Response.json({message: "Moved Permanently"}, {status: 301, headers: {location}});
}

function describe({id, fullName, isPrivate}: StoredRepository) {
  return {id, full_name: fullName, private: isPrivate, default_branch: "main", archived: false};
}

function describeInstallation({id, account, suspended}: StoredInstallation) {
  return {
    id,
    app_id: APP_ID,
    account,
    repository_selection: "selected",
    suspended_at: suspended ? new Date().toISOString() : null,
  };
}

async function commitOf(store: Repository, sha: string) {
  const format = await store.git(["show", "-s", "--format=%H%n%T%n%an%n%aI%n%B", sha]);
  const [id = "", tree = "", name = "", date = "", ...message] = format.split("\n");
  return {
    sha: id,
    tree: {sha: tree},
    author: {name, date, email: "a@b.c"},
    message: message.join("\n").trim(),
  };
}

async function contentOf(store: Repository, commit: string, path: string): Promise<Response> {
  const spot = `${commit}:${path}`;
  if (!(await store.git(["cat-file", "-t", spot], "", true))) return problem(404, "Not Found");
  const content = Buffer.from(await store.git(["cat-file", "blob", spot])).toString("base64");
  return Response.json({type: "file", encoding: "base64", content});
}

async function newRef({store}: StoredRepository, request: Request): Promise<Response> {
  const {ref, sha}: {ref: string; sha: string} = JSON.parse(await request.text());
  if (await store.git(["rev-parse", "--verify", "--quiet", ref], "", true))
    return problem(422, "Reference already exists");
  await store.git(["update-ref", ref, sha]);
  return Response.json({ref, object: {sha, type: "commit"}}, {status: 201});
}

async function commitsOf(store: Repository, branch: string) {
  const shas = (await store.git(["rev-list", "--max-count=100", `refs/heads/${branch}`]))
    .split("\n")
    .filter(Boolean);
  return Promise.all(
    shas.map(async sha => ({
      sha,
      commit: {message: (await store.git(["show", "-s", "--format=%B", sha])).trim()},
    })),
  );
}

async function checks(repository: StoredRepository, path: string, request: Request): Promise<Response> {
  const [, sha] = /^\/commits\/(\w+)\/check-runs$/.exec(path) ?? [];
  const {checks: all} = repository;
  if (sha !== undefined) return Response.json({check_runs: all.filter(run => run.head_sha === sha)});
  const given: CheckRun = JSON.parse(await request.text());
  if ((given.output?.annotations ?? []).length > 50) return problem(422, "Too many annotations");
  const id = /^\/check-runs\/(\d+)$/.exec(path)?.[1];
  const known = all.find(run => run.id === Number(id));
  if (request.method === "PATCH")
    return known ? Response.json(Object.assign(known, given)) : problem(404, "Not Found");
  const made = {...given, id: all.length + 1};
  all.push(made);
  return Response.json(made, {status: 201});
}

async function compare(store: Repository, base: string, head: string): Promise<Response> {
  const known = await Promise.all([base, head].map(one => store.git(["cat-file", "-t", one], "", true)));
  if (known.includes("")) return problem(404, "Not Found");
  const common = (await store.git(["merge-base", base, head], "", true)).trim();
  const status =
    base === head ? "identical" : common === base ? "ahead" : common === head ? "behind" : "diverged";
  return Response.json({status, commits: [], files: []});
}

async function treeOf(store: Repository, sha: string) {
  const lines = (await store.git(["ls-tree", sha])).split("\n").filter(Boolean);
  const tree = lines.map(line => {
    const [meta = "", path = ""] = line.split("\t");
    const [mode = "", type = "", id = ""] = meta.split(" ");
    return {mode, type, sha: id, path};
  });
  return {sha, truncated: false, tree};
}

function pageOf<T>(all: readonly T[], url: URL): T[] {
  const perPage = Number(url.searchParams.get("per_page") ?? 30);
  const page = Number(url.searchParams.get("page") ?? 1);
  return all.slice((page - 1) * perPage, page * perPage);
}

function unauthorized(): Response {
  return problem(401, "Bad credentials");
}
