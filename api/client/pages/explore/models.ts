import type {Session} from "../../service/session.ts";
import type {Model} from "./fields.ts";

/** The models of a project, each requested once. */
export class Models {
  readonly #described = new Map<string, Promise<Model>>();
  #listed: Promise<{name: string; label?: string}[]> | undefined;

  constructor(
    private readonly session: Session,
    readonly projectId: string,
    /** The model of the question. */
    readonly own: Model,
  ) {
    this.#described.set(own.name, Promise.resolve(own));
  }

  /** All models that the person may query. */
  list(): Promise<{name: string; label?: string}[]> {
    this.#listed ??= this.#get("");
    return this.#listed;
  }

  describe(name: string): Promise<Model> {
    const before = this.#described.get(name);
    if (before) return before;
    const model = this.#get<Model>(`/${encodeURIComponent(name)}`);
    this.#described.set(name, model);
    model.catch(() => this.#described.delete(name));
    return model;
  }

  async #get<T>(path: string): Promise<T> {
    const at = `/api/projects/${encodeURIComponent(this.projectId)}/models${path}`;
    return (await this.session.request("GET", at)).json();
  }
}
