import type {ComponentType} from "preact";
import {useEffect, useLayoutEffect, useRef, useState} from "preact/hooks";
import {ADDRESSES, matchPage, type PageMatch, type PageName} from "../../page-urls/addresses.ts";
import {isUnder, pathOf, SECTIONS, sectionOf} from "../../page-urls/sections.ts";
import {FailedPage} from "../parts/load-page.tsx";
import {Loading} from "../parts/loading.tsx";
import {
  countPage,
  isAnythingUnsaved,
  isShownAddress,
  OPEN_PAGE,
  open,
  PREPARE_PAGE,
  rememberAddress,
} from "./navigation.ts";
import type {PageProps} from "./page-props.ts";
import {PAGES} from "./pages.ts";

/** The components whose modules are loaded: their pages are shown at once. */
const loaded = new Map<PageName, ComponentType<PageProps>>();

/** The component of a page; `undefined` for a page that is not a component. Rejects if its module cannot be loaded. */
async function componentOf(page: PageName): Promise<ComponentType<PageProps> | undefined> {
  const module = PAGES[page];
  if (!module || "alone" in module) return undefined;
  const component = loaded.get(page) ?? (await module.load()).default;
  loaded.set(page, component);
  return component;
}

/** Shows the page of components at the address, and follows links between such pages. */
export function Router() {
  const [{path, count}, setShown] = useState({path: location.pathname, count: 0});
  const latestPath = useRef(path);
  latestPath.current = path;
  useEffect(() => {
    rememberAddress();
    // Each opening makes the page anew, because a page reads its query string only when it appears.
    const show = () => {
      rememberAddress();
      countPage();
      setShown(before => ({path: location.pathname, count: before.count + 1}));
    };
    const goBack = () => {
      // A link to a part of the page, such as "Skip to the content", is an entry of the history, too.
      if (isShownAddress()) return;
      // The browser asks only before it leaves the document.
      if (isAnythingUnsaved() && !confirm("Leave this page? Changes that you have not saved will be lost.")) {
        history.pushState(null, "", latestPath.current);
        return;
      }
      show();
    };
    const open = (event: Event) => {
      const to = (event as CustomEvent<string>).detail;
      if (isAnythingUnsaved() || !isOfComponents(new URL(to, location.href).pathname)) return;
      event.preventDefault();
      history.pushState(null, "", to);
      show();
    };
    addEventListener("popstate", goBack);
    // A module that fails to load is requested again when its page is opened, and the page then shows the failure.
    const prepare = (event: Event) =>
      void componentOf((event as CustomEvent<PageName>).detail).catch(() => undefined);
    addEventListener(OPEN_PAGE, open);
    addEventListener(PREPARE_PAGE, prepare);
    addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", goBack);
      removeEventListener(OPEN_PAGE, open);
      removeEventListener(PREPARE_PAGE, prepare);
      removeEventListener("click", follow);
    };
  }, []);
  const place = matchPage(path);
  useEffect(() => {
    if (place) mark(place.page);
  }, [path]);
  if (!place) return <FailedPage what="page" message="There is no page at this address." />;
  return <Opened key={count} place={place} isFirst={count === 0} />;
}

/** `isFirst` for the page with which the document was loaded. */
function Opened({place, isFirst}: {place: PageMatch; isFirst: boolean}) {
  const {page, parameters} = place;
  const [Page, setPage] = useState(() => loaded.get(page));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    componentOf(page).then(component => {
      // Going back to a page that is not a component loads its document.
      if (!component) return location.reload();
      setPage(() => component);
    }, setError);
    const main = document.querySelector("main");
    // A page may have given the focus to one of its fields.
    if (!isFirst && main && !main.contains(document.activeElement)) main.focus();
  }, [page]);
  if (error) return <FailedPage what="page" error={error} retry={() => location.reload()} />;
  return (
    <>
      <SectionNavigation page={page} />
      {Page ? <Page parameters={parameters} /> : <Loading />}
    </>
  );
}

/** The links between the pages of a section. */
function SectionNavigation({page}: {page: PageName}) {
  const section = sectionOf(page);
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a narrow screen not all pages fit beside each other.
    place.current?.querySelector("[aria-current]")?.scrollIntoView({block: "nearest", inline: "center"});
  }, [page]);
  if (!section || section.pages.length < 2) return null;
  return (
    <nav class="section" aria-label={section.title} ref={place}>
      {section.pages.map(one => (
        <a
          key={one.page}
          href={ADDRESSES[one.page].path}
          {...(isUnder(one, page) ? {"aria-current": one.page === page ? "page" : "true"} : {})}
        >
          {one.title}
        </a>
      ))}
    </nav>
  );
}

/** Sets the document's title and the current section in the header. */
function mark(page: PageName): void {
  document.title = ADDRESSES[page].title;
  const current = sectionOf(page);
  for (const link of document.querySelectorAll("header nav a")) {
    const section = SECTIONS.find(one => pathOf(one) === link.getAttribute("href"));
    if (section && section === current) {
      link.setAttribute("aria-current", "true");
      // On a narrow screen not all sections fit beside each other.
      link.scrollIntoView({block: "nearest", inline: "center"});
    } else link.removeAttribute("aria-current");
  }
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.getAttribute("href")?.startsWith("#")) return;
  if (isAnythingUnsaved() || !isOfComponents(link.pathname)) return;
  event.preventDefault();
  open(link.pathname + link.search);
}

/** Whether the page at the path consists of components, and so replaces another page on the same document. */
function isOfComponents(pathname: string): boolean {
  const page = matchPage(pathname)?.page;
  const module = page && PAGES[page];
  return module !== undefined && !("alone" in module);
}
