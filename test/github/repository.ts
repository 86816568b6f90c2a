import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";

export interface NewCommit {
  /** The whole tree: path → text. A `symlink` is a link to that target. */
  files: Record<string, string | {symlink: string}>;
  branch?: string;
  author?: string;
  message?: string;
  /** Drops the earlier history, as a force push does. */
  orphan?: boolean;
}

/** A bare git repository, made by git itself. */
export class Repository {
  static async make(): Promise<Repository> {
    const dir = await mkdtemp(join(tmpdir(), "analytics-git-"));
    const repository = new Repository(dir);
    await repository.git(["init", "--bare", "--quiet", "--initial-branch=main", dir]);
    return repository;
  }

  private constructor(readonly dir: string) {}

  /** Creates a commit, moves the branch to it, and returns its id. */
  async commit({
    files,
    branch = "main",
    author = "Ann",
    message = "Change",
    orphan,
  }: NewCommit): Promise<string> {
    const ref = `refs/heads/${branch}`;
    const before = orphan ? "" : await this.git(["rev-parse", "--verify", "--quiet", ref], "", true);
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
    const lines = [
      orphan ? `reset ${ref}\n` : "",
      `commit ${ref}\n`,
      `committer ${author} <${author.toLowerCase()}@example.com> ${Math.floor(Date.now() / 1000)} +0000\n`,
      data(message),
      before.trim() ? `from ${before.trim()}\n` : "",
      "deleteall\n",
      ...Object.entries(files).map(([path, content]) =>
        typeof content === "string"
          ? `M 100644 inline ${path}\n${data(content)}`
          : `M 120000 inline ${path}\n${data(content.symlink)}`,
      ),
    ];
    await this.git(["fast-import", "--quiet", "--force"], lines.join(""));
    return this.head(branch);
  }

  /** Adds a commit that changes only these files, byte for byte. */
  async change(
    branch: string,
    from: string,
    message: string,
    files: readonly {path: string; bytes: Uint8Array}[],
  ): Promise<string> {
    const ref = `refs/heads/${branch}`;
    const parts: (string | Uint8Array)[] = [
      `commit ${ref}\ncommitter Ann <ann@example.com> ${Math.floor(Date.now() / 1000)} +0000\n`,
      `data ${Buffer.byteLength(message)}\n${message}\nfrom ${from}\n`,
    ];
    for (const {path, bytes} of files)
      parts.push(`M 100644 inline ${path}\ndata ${bytes.length}\n`, bytes, "\n");
    const input = Buffer.concat(parts.map(part => Buffer.from(part)));
    const {code, err} = await this.#run(["fast-import", "--quiet", "--force"], input);
    if (code !== 0) throw new Error(err);
    return this.head(branch);
  }

  /** The bytes of a file at a branch, as text. */
  async read(branch: string, path: string): Promise<string> {
    return (await this.#run(["show", `refs/heads/${branch}:${path}`], "")).out.toString();
  }

  async head(branch: string): Promise<string> {
    return (await this.git(["rev-parse", `refs/heads/${branch}`])).trim();
  }

  /** The output of git; `""` if it fails and `lenient` is set. */
  async git(args: string[], input = "", lenient = false): Promise<string> {
    const {code, out, err} = await this.#run(args, input);
    if (code === 0) return out.toString();
    if (lenient) return "";
    throw new Error(`git ${args.join(" ")}: ${err}`);
  }

  /** A tarball like GitHub's: gzipped, below one folder. */
  async archive(sha: string, prefix: string): Promise<Buffer> {
    const {code, out, err} = await this.#run(["archive", "--format=tar.gz", `--prefix=${prefix}/`, sha], "");
    if (code !== 0) throw new Error(err);
    return out;
  }

  async #run(args: string[], input: string | Buffer) {
    const process = Bun.spawn(["git", ...args], {
      cwd: this.dir,
      stdin: Buffer.from(input),
      stdout: "pipe",
      stderr: "pipe",
      env: {PATH: Bun.env["PATH"], GIT_DIR: this.dir, GIT_CONFIG_GLOBAL: "/dev/null", HOME: this.dir},
    });
    const [out, err, code] = await Promise.all([
      new Response(process.stdout).arrayBuffer(),
      new Response(process.stderr).text(),
      process.exited,
    ]);
    return {code, out: Buffer.from(out), err};
  }

  async remove(): Promise<void> {
    await rm(this.dir, {recursive: true, force: true});
  }
}
