import {ADDRESSES} from "../../../page-urls/addresses.ts";
import {askBox} from "../../asking/ask-box.tsx";
import {element} from "../../document/dom.ts";
import {endPage, openPage} from "../../document/page.ts";
import {Refusal} from "../../service/api.ts";
import {isAdminEditor} from "../../service/reader.ts";
import {session} from "../../service/service.ts";
import {GetStarted, HomeActions, mounted} from "./actions.tsx";
import {ContentSection} from "./content-section.ts";
import {Finder} from "./finder.ts";
import {ModelSection} from "./models.ts";
import {runSection} from "./runs.ts";

// The page at `/` for a person who is signed in: the content and models that they can open.

const KINDS = [
  {kind: "dashboards", title: "Dashboards"},
  {kind: "charts", title: "Charts"},
  {kind: "sheets", title: "Sheets"},
] as const;

class Home {
  readonly status = element("p", {class: "soft", role: "status"});
  readonly finder = new Finder(() => this.show().catch(this.#failed));
  readonly models = new ModelSection();
  readonly runs = element("div");
  /** Shows a refusal beside the rest of the page. A refusal because the person is signed out, and any other error, end the page. */
  readonly #failed = (error: unknown) => {
    if (!(error instanceof Refusal) || error.status === 401) endPage(error);
    else this.status.textContent = error.message;
  };
  readonly sections = KINDS.map(
    ({kind, title}) => new ContentSection(session, {kind, title, page: id => `/${kind}/${id}`}, this.#failed),
  );
  readonly started = mounted(GetStarted, "");
  #latestRequest = 0;

  async show(): Promise<void> {
    const request = ++this.#latestRequest;
    const {search} = this.finder;
    const counts = await Promise.all(this.sections.map(section => section.show(search)));
    // A later search has overtaken this one.
    if (request !== this.#latestRequest) return;
    const {isSearch} = search;
    const words = search.starred ? [] : search.q.toLowerCase().split(/\s+/).filter(Boolean);
    const models = this.models.show(words, isSearch);
    const found = counts.reduce((sum, count) => sum + count, isSearch ? models : 0);
    const isMore = this.sections.some(({hasMore}) => hasMore);
    const none = isSearch ? "Nothing was found." : "There is no dashboard, chart or sheet for you yet.";
    const some = isSearch ? `${found}${isMore ? " or more" : ""} found` : "";
    this.status.textContent = found === 0 ? none : some;
    this.runs.hidden = isSearch;
    this.started.hidden = isSearch || found > 0;
  }

  async open(): Promise<readonly Node[]> {
    await this.models.load(session);
    const [runs] = await Promise.all([runSection(session, this.models.pages), this.show()]);
    // In an organization without a model there is nothing to ask yet.
    if (isAdminEditor() && this.models.pages.size === 0) location.replace(ADDRESSES.start.path);
    this.runs.replaceChildren(runs);
    const lists = this.sections.map(({root}) => root);
    const heading = element(
      "div",
      {class: "titled"},
      element("h1", {}, "What you can open"),
      mounted(HomeActions, "buttons"),
    );
    const asking = this.models.pages.size > 0 ? [askBox({label: "Ask in your own words"})] : [];
    return [
      heading,
      ...asking,
      this.finder.root,
      this.status,
      this.started,
      ...lists,
      this.models.root,
      this.runs,
    ];
  }
}

openPage("home", () => new Home().open());
