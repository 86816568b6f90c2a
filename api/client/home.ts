import {element} from "./dom.ts";
import {ContentSection} from "./home/content-section.ts";
import {Finder} from "./home/finder.ts";
import {modelSection} from "./home/models.ts";
import {runSection} from "./home/runs.ts";
import {endPage, openPage} from "./page.ts";
import {Session} from "./session.ts";

/** The page at `/` for a person who is signed in: what there is for them to open. */
const session = new Session();
const sections = [
  new ContentSection(session, {kind: "dashboards", title: "Dashboards", page: id => `/dashboards/${id}`}),
  new ContentSection(session, {kind: "charts", title: "Charts", page: id => `/charts/${id}`}),
  new ContentSection(session, {kind: "sheets", title: "Sheets", page: id => `/sheets/${id}`}),
];
const beside = element("div", {class: "beside"});

class Search {
  readonly status = element("p", {class: "soft", role: "status"});
  readonly finder = new Finder(() => this.show().catch(endPage));
  #asked = 0;

  async show(): Promise<void> {
    const mine = ++this.#asked;
    const {wanted} = this.finder;
    const counts = await Promise.all(sections.map(section => section.show(wanted)));
    // A later search has overtaken this one.
    if (mine !== this.#asked) return;
    const found = counts.reduce((sum, count) => sum + count, 0);
    const isMore = sections.some(({hasMore}) => hasMore);
    const none = wanted.isSearch ? "Nothing is found." : "There is no dashboard, chart or sheet for you yet.";
    const some = wanted.isSearch ? `${found}${isMore ? " or more" : ""} found` : "";
    this.status.textContent = found === 0 ? none : some;
    beside.hidden = wanted.isSearch;
  }
}

openPage("home", async () => {
  const search = new Search();
  const [models, runs] = await Promise.all([modelSection(session), runSection(session), search.show()]);
  beside.replaceChildren(models, runs);
  const lists = sections.map(({root}) => root);
  return [element("h1", {}, "What you can open"), search.finder.root, search.status, ...lists, beside];
});
