import type {ChartData} from "./api.ts";
import {Refusal} from "./api.ts";
import {element, notice} from "./dom.ts";
import {downloads} from "./downloads.ts";
import {GreatestSelect, splitOf, topOf} from "./explore/greatest.ts";
import {LimitInput} from "./explore/limit.ts";
import {Narrowing} from "./explore/narrowing.ts";
import {type Model, Picker} from "./explore/picker.ts";
import {
  keepQuestion,
  MOST_ROWS,
  type Query,
  type Question,
  readQuestion,
  TOPS,
  TYPES,
  typeFor,
} from "./explore/question.ts";
import {saveForm} from "./explore/saving.ts";
import {Statement} from "./explore/statement.ts";
import {suitedGrain} from "./explore/suited-grain.ts";
import {endPage, keepDrawn, openPage} from "./page.ts";
import {Session} from "./session.ts";
import {TileView} from "./tile.ts";

/** The page where a person asks a model a question: picks its fields, sees the answer, and keeps it as a chart. */
const PAUSE_MS = 250;
const session = new Session();
const theme = () => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");

class Explorer {
  readonly #place = element("div", {class: "answer"});
  readonly #orders = element("select", {id: "order"});
  readonly #statement = new Statement(session, () => this.#asked.query);
  readonly #narrowing: Narrowing;
  readonly #limit: LimitInput;
  readonly #greatest: GreatestSelect;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tile: TileView | undefined;

  constructor(
    private readonly model: Model,
    private readonly question: Question,
  ) {
    this.#narrowing = new Narrowing(session, model, question.projectId, () => this.#changed());
    this.#orders.addEventListener("change", () => {
      question.orderBy = this.#orders.value === "" ? [] : [this.#orders.value];
      this.#changed();
    });
    this.#limit = new LimitInput(question.limit, limit => this.#setLimit(limit));
    this.#greatest = new GreatestSelect(question.top, top => this.#setTop(top));
    keepDrawn(() => void this.#tile?.draw());
  }

  get content(): Node[] {
    const {name, label, description} = this.model;
    const picker = new Picker(
      this.model,
      this.question,
      () => this.#changed(),
      field => suitedGrain(session, this.question, field),
    );
    const controls = element(
      "div",
      {class: "controls"},
      labelled("Shown as", this.#typeSelect()),
      labelled("Order", this.#orders),
      this.#greatest.root,
      this.#limit.root,
    );
    const saving = saveForm(session, () => this.#asked);
    const right = element(
      "div",
      {class: "right"},
      this.#narrowing.root,
      controls,
      this.#place,
      this.#statement.root,
      saving,
    );
    return [
      element("h1", {}, element("bdi", {}, label ?? name)),
      ...(description ? [element("p", {class: "soft"}, description)] : []),
      element("div", {class: "columns"}, picker.root, right),
    ];
  }

  async answer(): Promise<void> {
    const {query, type} = this.#asked;
    this.#showOrders(query);
    this.#greatest.root.hidden = splitOf(this.question, field => this.#isTime(field)) === undefined;
    this.#statement.refresh();
    this.#tile?.end();
    this.#tile = undefined;
    if (query.dimensions.length + query.measures.length === 0) {
      this.#place.replaceChildren(notice("Pick a measure, and a dimension to group it by."));
      return;
    }
    const chart = {id: "preview", name: this.model.label ?? this.model.name, type};
    const tools = downloads((_, __, accept) =>
      session.ask("POST", "/api/query?csv=safe", {body: query, accept}),
    );
    const options = {theme, tools, labelOf: (field: string) => field, isAlone: false};
    const tile = new TileView({chartId: chart.id, x: 0, y: 0, w: 36, h: 20, chart}, options);
    this.#tile = tile;
    this.#place.replaceChildren(tile.root);
    const data = async (): Promise<ChartData> =>
      (await session.ask("POST", "/api/charts/preview", {body: {name: chart.name, type, query}})).json();
    const shown = await tile.load({data}, []);
    if (this.#tile === tile && shown?.truncated) this.#place.append(...this.#offers());
  }

  /** What makes series whole that a limit cuts off. */
  #offers(): HTMLElement[] {
    const {dimensions, limit, top} = this.question;
    const isTime = (field: string) => this.#isTime(field);
    if (splitOf(this.question, isTime) === undefined || !dimensions.some(isTime)) return [];
    const offer = (text: string, take: () => void) => {
      const button = element("button", {type: "button"}, text);
      button.addEventListener("click", take);
      return button;
    };
    const most = TOPS[TOPS.length - 1];
    const offers = [
      ...(top === undefined && this.question.measures.length > 0
        ? [offer(`Show the ${most} greatest, and the others together`, () => this.#setTop(most))]
        : []),
      ...(limit < MOST_ROWS
        ? [offer(`Show up to ${MOST_ROWS.toLocaleString("en")} rows`, () => this.#setLimit(MOST_ROWS))]
        : []),
    ];
    return offers.length > 0 ? [element("p", {class: "offers"}, ...offers)] : [];
  }

  #setTop(top: number | undefined): void {
    this.question.top = top;
    this.#greatest.set(top);
    this.#changed();
  }

  #setLimit(limit: number): void {
    this.question.limit = limit;
    this.#limit.set(limit);
    this.#changed();
  }

  get #asked() {
    const {model, projectId, dimensions, measures, limit} = this.question;
    const columns = [...dimensions, ...measures];
    const orderBy = this.question.orderBy.filter(order => columns.includes(order.replace(/ desc$/, "")));
    const filters = this.#narrowing.filled;
    const isTime = (field: string) => this.#isTime(field);
    const top = topOf(this.question, this.model, isTime);
    const query: Query = {model, projectId, dimensions, measures, filters, orderBy, limit, ...top};
    return {query, type: typeFor(this.question, isTime)};
  }

  #isTime(field: string): boolean {
    return this.model.dimensions.some(
      ({name, grains}) => grains && (field === name || field.startsWith(`${name}.`)),
    );
  }

  #changed(): void {
    keepQuestion(this.question);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.answer().catch(endPage), PAUSE_MS);
  }

  #showOrders({dimensions, measures, orderBy}: Query): void {
    const choices = [...measures, ...dimensions].flatMap(name => [`${name} desc`, name]);
    this.#orders.replaceChildren(
      element("option", {value: ""}, "Automatic"),
      ...choices.map(order => {
        const text = order.endsWith(" desc")
          ? `${order.slice(0, -5)}, greatest first`
          : `${order}, least first`;
        const option = element("option", {value: order}, text);
        option.selected = order === orderBy[0];
        return option;
      }),
    );
  }

  #typeSelect(): HTMLSelectElement {
    const types = TYPES.map(([value, text]) => element("option", {value}, text));
    const select = element("select", {id: "type"}, element("option", {value: ""}, "Automatic"), ...types);
    select.value = this.question.type ?? "";
    select.addEventListener("change", () => {
      this.question.type = TYPES.find(([value]) => value === select.value)?.[0];
      this.#changed();
    });
    return select;
  }
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return element("p", {}, element("label", {for: control.id}, text), control);
}

/** The project that is asked where the address names none. */
async function defaultProject(): Promise<string> {
  const answer = await session.ask("GET", "/api/projects?limit=500");
  const projects: {id: string; default: boolean}[] = await answer.json();
  const found = projects.find(project => project.default);
  if (!found) throw new Refusal(404, "");
  return found.id;
}

async function findModel({model, projectId}: Question): Promise<Model> {
  const path = `/api/projects/${encodeURIComponent(projectId)}/models/${encodeURIComponent(model)}`;
  return (await session.ask("GET", path)).json();
}

openPage("explore", async () => {
  const question = readQuestion();
  question.projectId ||= await defaultProject();
  const model = await findModel(question);
  document.title = model.label ?? model.name;
  const explorer = new Explorer(model, question);
  // The answer is drawn in the size that it has on the page.
  setTimeout(() => explorer.answer().catch(endPage));
  return explorer.content;
});
