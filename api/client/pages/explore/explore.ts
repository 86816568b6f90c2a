import {askBox} from "../../asking/ask-box.tsx";
import {element, notice} from "../../document/dom.ts";
import {endPage, openPage, redrawOnChange} from "../../document/page.ts";
import {downloads} from "../../drawings/downloads.ts";
import type {Picked} from "../../drawings/picked.ts";
import {TileView} from "../../drawings/tile.ts";
import type {ChartData, Filter} from "../../service/api.ts";
import {type PlacedFault, Refusal} from "../../service/api.ts";
import {session} from "../../service/service.ts";
import {AsCode} from "./as-code.tsx";
import {labelled, orderOptions, typeSelect} from "./choices.ts";
import {type CompiledQuestion, canHaveSubtotals, compileQuestion} from "./compile-question.ts";
import {conditionsOf} from "./conditions-of.ts";
import {PlacedFaults, withoutSpan} from "./faults.ts";
import {isTimeOf, type Model, pickedTime, titleOfModel} from "./fields.ts";
import {Calculations} from "./figures/calculations.ts";
import {ChartSettings} from "./figures/chart-settings.tsx";
import {CompareSelect} from "./figures/compare.ts";
import {GreatestSelect} from "./figures/greatest.ts";
import {LimitInput} from "./figures/limit.ts";
import {SubtotalsBox} from "./figures/subtotals.ts";
import {suitedGrain} from "./figures/suited-grain.ts";
import {truncationNotice} from "./figures/truncation-notice.ts";
import {defaultProject, findModel} from "./find-model.ts";
import {KindChoice} from "./kinds/kind-choice.ts";
import {Models} from "./models.ts";
import {nameOfQuestion} from "./name-of-question.ts";
import {Narrowing} from "./narrowing.ts";
import {openPicked} from "./picked-dialog.tsx";
import {Picker} from "./picker.ts";
import type {Question, Top} from "./question.ts";
import {questionPart, readQuestion, writeQuestion} from "./question-address.ts";
import {RowFilters} from "./row-filters.ts";
import {rowsBehind} from "./rows-behind.ts";
import {savingFor} from "./saving/saving.tsx";

// The page on which a person explores a model: picks its fields, sees the answer, and saves it as a chart.

/** Debounce: how long the question must stay unchanged before its query runs. */
const PAUSE_MS = 250;
const theme = () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");

class Explorer {
  readonly #place = element("div", {class: "answer"});
  readonly #orders = element("select", {id: "order"});
  readonly #code = new AsCode();
  readonly #dialog = element("div", {});
  readonly #narrowing: Narrowing;
  readonly #rowFilters: RowFilters;
  readonly #limit: LimitInput;
  readonly #greatest: GreatestSelect;
  readonly #compare: CompareSelect;
  readonly #subtotals: SubtotalsBox;
  readonly #calculations: Calculations;
  readonly #picker: Picker;
  readonly #kind: KindChoice;
  readonly #types: HTMLSelectElement;
  readonly #settings: ChartSettings;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tile: TileView | undefined;
  /** The question's part of the address, as `questionPart` returns it. */
  #questionPart = questionPart(location.search);
  #isLeaving = false;

  constructor(
    private readonly model: Model,
    private readonly question: Question,
  ) {
    // This listener must run before the listener of the filter form.
    addEventListener("popstate", () => this.#followHistory());
    this.#narrowing = new Narrowing(session, model, question.projectId, () => this.#changed());
    this.#orders.addEventListener("change", () => {
      question.orderBy = this.#orders.value === "" ? [] : [this.#orders.value];
      this.#changed();
    });
    this.#limit = new LimitInput(question.limit, limit => this.#setLimit(limit));
    this.#greatest = new GreatestSelect(question.top, top => this.#setTop(top));
    this.#compare = new CompareSelect(question.compare, compare => {
      question.compare = compare;
      if (compare) this.#chooseTime(compare);
      this.#changed();
    });
    this.#subtotals = new SubtotalsBox(question.subtotals, isAsked => {
      question.subtotals = isAsked;
      this.#changed();
    });
    this.#calculations = new Calculations(model, question, () => this.#changed());
    this.#picker = new Picker(
      model,
      question,
      () => this.#changed(),
      field => suitedGrain(session, question, field),
    );
    const models = new Models(session, question.projectId, model);
    this.#rowFilters = new RowFilters(session, models, question.rowFilters, () => this.#changed());
    this.#types = typeSelect(question, () => this.#changed());
    this.#settings = new ChartSettings(question, () => this.#changed());
    this.#kind = new KindChoice(session, models, model, question, () => {
      this.#types.value = question.type ?? "";
      this.#changed();
    });
    redrawOnChange(() => void this.#tile?.draw());
  }

  get content(): Node[] {
    const {name, description} = this.model;
    const title = titleOfModel(this.model);
    const controls = element(
      "div",
      {class: "controls"},
      labelled("Shown as", this.#types),
      labelled("Order", this.#orders),
      this.#greatest.root,
      this.#limit.root,
      this.#compare.root,
      this.#subtotals.root,
      this.#calculations.adding,
    );
    const right = element(
      "div",
      {class: "right"},
      this.#kind.root,
      this.#narrowing.root,
      this.#rowFilters.root,
      controls,
      this.#calculations.root,
      this.#settings.root,
      this.#place,
      this.#code.root,
      this.#dialog,
    );
    return [
      element(
        "div",
        {class: "titled"},
        element("h1", {}, element("bdi", {}, title)),
        savingFor(() => ({draft: this.#compiled, name: nameOfQuestion(this.question, this.model)})),
      ),
      ...(description ? [element("p", {class: "soft"}, description)] : []),
      askBox({
        label: `Ask about ${title} in your own words`,
        grounding: () => [{resourceType: "model", resourceId: `${this.question.projectId}/${name}`}],
      }),
      element("div", {class: "columns"}, this.#picker.root, right),
    ];
  }

  async answer(): Promise<void> {
    await Promise.all([this.#kind.ready(), this.#rowFilters.ready()]);
    const compiled = this.#compiled;
    const {query, type, config} = compiled;
    this.#showApplicable(compiled);
    this.#settings.show(compiled);
    this.#showFaults(compiled, []);
    this.#code.show(query);
    this.#tile?.end();
    this.#tile = undefined;
    const isEvents = query.funnel !== undefined || query.retention !== undefined;
    const isFigures = this.question.kind === "figures" || this.question.kind === "values";
    if (isFigures ? query.dimensions.length + query.measures.length === 0 : !isEvents) {
      this.#place.replaceChildren(notice(this.#kind.hint));
      return;
    }
    const chart = {id: "preview", name: titleOfModel(this.model), type};
    const tools = downloads((_, __, accept) =>
      session.request("POST", "/api/query?csv=safe", {body: query, accept}),
    );
    const onPick = (_: string, picked: readonly Picked[]) => this.#openPicked(picked, tile.textOf(picked));
    const options = {theme, tools, labelOf: (field: string) => field, isAlone: false, onPick};
    const tile = new TileView({chartId: chart.id, x: 0, y: 0, w: 36, h: 20, chart}, options);
    this.#tile = tile;
    this.#place.replaceChildren(tile.root);
    const data = async (): Promise<ChartData> => {
      const body = {name: chart.name, type, query, ...(config && {config})};
      const answer = await session.request("POST", "/api/charts/preview", {body}).catch((error: unknown) => {
        const shown = this.#narrowing.hasSpan ? error : withoutSpan(error);
        if (this.#tile === tile && shown instanceof Refusal) this.#showFaults(compiled, shown.faults);
        throw shown;
      });
      return answer.json();
    };
    const loaded = await tile.load({data}, []);
    if (this.#tile === tile && loaded?.truncated)
      this.#place.append(
        truncationNotice(
          this.question,
          this.model,
          top => this.#setTop(top),
          limit => this.#setLimit(limit),
        ),
      );
  }

  /** Opens the dialog with the actions on a clicked mark. */
  #openPicked(picked: readonly Picked[], title: string): void {
    const conditions = this.question.kind === "figures" && conditionsOf(this.question, this.model, picked);
    if (!conditions) return;
    const states = conditions.map(({written}) => written);
    const canNarrow = states.every(state => state !== undefined);
    const filters = [...this.#filters, ...conditions.map(({filter}) => filter)];
    openPicked(this.#dialog, {
      title,
      narrow: canNarrow ? () => this.#narrowing.add(states) : undefined,
      rows: rowsBehind(this.question, this.model, filters),
    });
  }

  #setTop(top: Top | undefined): void {
    this.question.top = top;
    this.#greatest.set(top);
    this.#changed();
  }

  #setLimit(limit: number): void {
    this.question.limit = limit;
    this.#limit.set(limit);
    this.#changed();
  }

  get #filters(): Filter[] {
    return [...this.#narrowing.filled, ...this.#rowFilters.filled];
  }

  get #compiled(): CompiledQuestion {
    return compileQuestion(this.question, this.model, this.#filters, this.#kind.events);
  }

  /** Shows the controls that apply to what is picked. */
  #showApplicable(compiled: CompiledQuestion): void {
    const {dimensions, measures, compare, kind} = this.question;
    const isFigures = kind === "figures";
    this.#picker.hasMeasures = isFigures;
    this.#orders.replaceChildren(...orderOptions(compiled.query, this.model));
    this.#orders.parentElement!.hidden = !isFigures && kind !== "values";
    this.#greatest.refresh(this.question, this.model);
    this.#calculations.refresh();
    this.#subtotals.root.hidden = !canHaveSubtotals(this.question);
    const fields = [...dimensions, ...this.#narrowing.fields];
    const hasTime = fields.some(field => isTimeOf(this.model, field));
    this.#compare.root.hidden = measures.length === 0 || (!hasTime && compare === undefined);
    if (isFigures) return;
    for (const {root} of [this.#greatest, this.#calculations, this.#subtotals, this.#compare])
      root.hidden = true;
    this.#calculations.adding.hidden = true;
  }

  /** Gives a comparison a span of time if the question has none: the current one, compared up to the same day. */
  #chooseTime(compare: NonNullable<Question["compare"]>): void {
    const time = pickedTime(this.model, this.question.dimensions);
    if (!time || this.#narrowing.hasSpan) return;
    this.question.compare = this.#compare.toSameDay(compare);
    this.#picker.refine(time, compare.unit);
    writeQuestion(this.question, {isStep: this.#timer === undefined});
    this.#narrowing.fill(time, `current-${compare.unit}`);
  }

  /** Shows the service's faults beside the controls that caused them. */
  #showFaults({measureOf}: CompiledQuestion, given: readonly PlacedFault[]): void {
    const faults = new PlacedFaults(given);
    this.#picker.showFaults(faults.byField(this.question, measureOf));
    this.#kind.showFaults(faults);
    const ofFilters = faults.byIndex("/query/filters");
    const before = this.#narrowing.filled.length;
    this.#narrowing.showFaults(ofFilters);
    this.#rowFilters.showFaults(new Map([...ofFilters].map(([i, text]) => [i - before, text])));
    this.#calculations.showFaults(faults.byIndex("/query/calculations"), faults.at("/query/calculations"));
    this.#compare.showFaults(faults.under("/query/compare"));
    this.#subtotals.showFaults(faults.under("/query/subtotals"));
    this.#greatest.showFaults(faults.under("/query/top"));
  }

  #changed(): void {
    if (this.#isLeaving) return;
    writeQuestion(this.question, {isStep: this.#timer === undefined});
    this.#questionPart = questionPart(location.search);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.answer().catch(endPage);
    }, PAUSE_MS);
  }

  /** Opens the question of another history entry. If only filters differ, their form follows by itself. */
  #followHistory(): void {
    if (questionPart(location.search) === this.#questionPart) return;
    this.#isLeaving = true;
    location.reload();
  }
}

openPage("explore", async () => {
  const question = readQuestion();
  question.projectId ||= await defaultProject(session);
  const model = await findModel(session, question);
  document.title = titleOfModel(model);
  const explorer = new Explorer(model, question);
  // The chart is drawn in the size of its element, which is on the page only after this function returns.
  setTimeout(() => explorer.answer().catch(endPage));
  return explorer.content;
});
