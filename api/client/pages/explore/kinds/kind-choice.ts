import {element} from "../../../document/dom.ts";
import type {Session} from "../../../service/session.ts";
import type {Events} from "../compile-question.ts";
import type {PlacedFaults} from "../faults.ts";
import type {Model} from "../fields.ts";
import type {Models} from "../models.ts";
import type {Question} from "../question.ts";
import {FunnelControl} from "./funnel-control.ts";
import {KINDS, type Kind} from "./kinds.ts";
import {RetentionControl} from "./retention-control.ts";
import {ValuesControl} from "./values-control.ts";

const HINTS: Readonly<Record<Kind, string>> = {
  figures: "Pick a measure, and a dimension to group it by.",
  values: "Choose what is counted, and by what it has.",
  funnel: "Choose who goes through the steps.",
  retention: "Choose who returns.",
};

/** The choice of the kind of question, and the controls of that kind. */
export class KindChoice {
  readonly root = element("div", {class: "kinds"});
  readonly #place = element("div", {});
  #values: ValuesControl | undefined;
  #funnel: FunnelControl | undefined;
  #retention: RetentionControl | undefined;

  constructor(
    private readonly session: Session,
    private readonly models: Models,
    private readonly model: Model,
    private readonly question: Question,
    private readonly changed: () => void,
  ) {
    const choices = Object.entries(KINDS).map(([kind, text]) => {
      const radio = element("input", {type: "radio", name: "kind", value: kind});
      radio.checked = kind === question.kind;
      radio.addEventListener("change", () => {
        question.kind = isKind(kind) ? kind : "figures";
        // A type of chart that was chosen for one kind seldom suits another.
        question.type = undefined;
        this.#show();
        changed();
      });
      return element("label", {}, radio, text);
    });
    this.root.append(
      element("fieldset", {class: "choices"}, element("legend", {}, "Kind of question"), ...choices),
      this.#place,
    );
    this.#show();
  }

  /** The hint for the person while the question is not complete. */
  get hint(): string {
    return HINTS[this.question.kind];
  }

  /** Resolves when the fields that the controls name are loaded. */
  async ready(): Promise<void> {
    await this.#funnel?.ready();
    await this.#retention?.ready();
  }

  /** The part of the query that the controls describe, as far as the fields that they name are loaded. */
  get events(): Events {
    const funnel = this.#funnel?.part;
    const retention = this.#retention?.part;
    return {...(funnel && {funnel}), ...(retention && {retention})};
  }

  showFaults(faults: PlacedFaults): void {
    this.#funnel?.showFaults(faults);
    this.#retention?.showFaults(faults);
    const own = [faults.under("/query/dimensions/0"), faults.under("/query/measures")];
    this.#values?.showFaults(own.filter(Boolean).join(" "));
  }

  #show(): void {
    const {kind, values, funnel, retention} = this.question;
    const {session, models, model, changed} = this;
    this.#values = kind === "values" ? new ValuesControl(model, values, changed) : undefined;
    this.#funnel = kind === "funnel" ? new FunnelControl(session, models, funnel, changed) : undefined;
    this.#retention =
      kind === "retention" ? new RetentionControl(session, models, retention, changed) : undefined;
    const shown = this.#values ?? this.#funnel ?? this.#retention;
    this.#place.replaceChildren(...(shown ? [shown.root] : []));
  }
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}
