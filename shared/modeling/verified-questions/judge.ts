import type {Actor, Attributes} from "../../core/actor.ts";
import {ServiceError} from "../../core/errors.ts";
import {type LayerDeps, layerOf} from "../../querying/layers/query-caches.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import type {Query} from "../../semantic/documents.ts";
import {type CompiledQuery, compile} from "../../semantic/index.ts";
import type {Layer} from "../../semantic/layers.ts";
import {namesValues} from "./literals.ts";

/** The judgement on a verified question for one reader. */
export interface Judgement {
  /** Why the query does not compile with the layer; `undefined` for a valid one. */
  fault: string | undefined;
  /**
   * Whether the question is open to the reader. A question whose filters name values, such as a customer's, is open
   * only to readers who get the same rows as its verifier got at that time: the question and its values may reveal rows
   * that row access hides from others.
   */
  isOpen: boolean;
}

interface Judged {
  query: Query;
  /**
   * The attributes under which the question was verified; `undefined` where they are not known, or the verifier is
   * deleted.
   */
  verifier: Attributes | undefined;
}

/** Judges the verified questions of one project for one reader. */
export class Judge {
  readonly #now = new Date();

  private constructor(
    private readonly project: QueryProject,
    private readonly layer: Layer,
    private readonly reader: Pick<Actor, "attributes">,
  ) {}

  static async of(deps: LayerDeps, project: QueryProject, reader: Pick<Actor, "attributes">): Promise<Judge> {
    return new Judge(project, await layerOf(deps, project), reader);
  }

  /**
   * Whether the question is certainly hidden from the reader, without compiling the query: the query names values and
   * fields of its model, and the model's row access gives the reader other rows than the verifier. This finds most
   * hidden questions.
   */
  isHidden({query, verifier}: Judged): boolean {
    const model = this.layer.models.get(query.model);
    // If a query names no field of its model, it possibly reads other tables alone, to which the row access of this
    // model does not apply.
    if (!model || !namesValues(query) || !JSON.stringify(query).includes(`"${query.model}.`)) return false;
    return (model.source.rowAccess ?? []).some(({dimension, attribute}) => {
      const verifierValues = valuesOf(verifier ?? {}, attribute);
      if (verifierValues.length === 0) return true;
      // Different texts give a different statement. Different spellings of a number may give the same one.
      const isText = model.fields.get(dimension)?.type === "string";
      return isText && !Bun.deepEquals(verifierValues, valuesOf(this.reader.attributes, attribute));
    });
  }

  judge(judged: Judged): Judgement {
    const {query} = judged;
    let compiled: CompiledQuery;
    try {
      compiled = this.#compile(query, this.reader.attributes);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return {fault: error.message, isOpen: !namesValues(query)};
    }
    return {fault: undefined, isOpen: !namesValues(query) || this.#isSame(compiled, judged)};
  }

  /** Whether the verifier had the attributes that the reader has. */
  isAsReader({verifier}: Judged): boolean {
    return verifier !== undefined && Bun.deepEquals(ordered(verifier), ordered(this.reader.attributes));
  }

  #isSame(compiled: CompiledQuery, judged: Judged): boolean {
    if (this.isAsReader(judged)) return compiled.missingAttributes.length === 0;
    const {query, verifier} = judged;
    const forVerifier = this.#compile(query, verifier ?? {});
    // A verifier without an attribute got no rows, so the values come from elsewhere, and nothing says who may see them.
    if (forVerifier.missingAttributes.length > 0) return false;
    // Without a verifier, the query was compiled without attributes. As it lacks none, no row access applies, and its
    // rows are the same for everybody.
    return (
      verifier === undefined ||
      Bun.deepEquals(
        [forVerifier.sql, forVerifier.parameters, forVerifier.totals],
        [compiled.sql, compiled.parameters, compiled.totals],
      )
    );
  }

  #compile(query: Query, attributes: Attributes): CompiledQuery {
    if (!this.layer.models.has(query.model)) {
      throw new ServiceError("unknown_model", `There is no model "${query.model}".`);
    }
    const {dialect, timezone, weekStart} = this.project;
    const context = {dialect, timezone, weekStart, attributes: ordered(attributes), now: this.#now};
    return compile(this.layer, query, context);
  }
}

function valuesOf(attributes: Attributes, name: string): string[] {
  return Object.hasOwn(attributes, name) ? [...new Set(attributes[name])].sort() : [];
}

/** The attributes in a fixed order, so that equal ones give equal statements. */
function ordered(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => [name, [...new Set(values)].sort()]),
  );
}
