import type {ComponentType} from "preact";
import {useEffect, useRef, useState} from "preact/hooks";
import {ADDRESSES, type PageName, type Place, placeOf} from "../../pages/addresses.ts";
import {pathOf, SECTIONS, sectionOf} from "../../pages/sections.ts";
import {Failed} from "../parts/failed.tsx";
import {Loading} from "../parts/loading.tsx";
import {PAGES, type PageProps} from "./pages.ts";

/** Shows the page at the address; `undefined` on a document that is no page of components. */
let moved: (() => void) | undefined;

/** Opens a page of this service. Pages of components replace each other on the same document. */
export function open(path: string): void {
  const place = placeOf(new URL(path, location.href).pathname);
  const page = place && PAGES[place.page];
  if (!moved || !page || "alone" in page) {
    location.assign(path);
    return;
  }
  history.pushState(null, "", path);
  moved();
}

/** Changes the search of the address, without leaving the page. */
export function keepSearch(search: URLSearchParams): void {
  history.replaceState(null, "", search.size > 0 ? `?${search}` : location.pathname);
}

/** Shows the page of components at the address, and follows links between such pages. */
export function Router() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const show = () => setPath(location.pathname);
    moved = show;
    const click = (event: MouseEvent) => follow(event);
    addEventListener("popstate", show);
    addEventListener("click", click);
    return () => {
      removeEventListener("popstate", show);
      removeEventListener("click", click);
    };
  }, []);
  const place = placeOf(path);
  useEffect(() => {
    if (place) mark(place.page);
  }, [path]);
  if (!place) return <Failed message="There is no page at this address." />;
  return <Opened key={path} place={place} />;
}

function Opened({place}: {place: Place}) {
  const [Page, setPage] = useState<ComponentType<PageProps>>();
  const [error, setError] = useState<unknown>();
  const isFirst = useRef(true);
  const {page, parameters} = place;
  useEffect(() => {
    const module = PAGES[page];
    // Going back to a page that is no component loads its document.
    if (!module || "alone" in module) return location.reload();
    module.load().then(({default: loaded}) => setPage(() => loaded), setError);
    if (!isFirst.current) document.querySelector("main")?.focus();
    isFirst.current = false;
  }, [page]);
  if (error) return <Failed error={error} retry={() => location.reload()} />;
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
  if (!section || section.pages.length < 2) return null;
  return (
    <nav class="section" aria-label={section.title}>
      {section.pages.map(one => (
        <a
          key={one.page}
          href={ADDRESSES[one.page].path}
          {...(one.page === page ? {"aria-current": "page" as const} : {})}
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
    if (section && section === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.getAttribute("href")?.startsWith("#")) return;
  const page = placeOf(link.pathname)?.page;
  const module = page && PAGES[page];
  if (!module || "alone" in module) return;
  event.preventDefault();
  open(link.pathname + link.search);
}
