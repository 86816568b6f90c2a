/**
 * A site of another origin than the service's. `/` frames the address that `framed` returns. `/mounted` draws with a script
 * of its own, under a policy that allows scripts and calls of the site and of the service, and no others.
 */
export function hostSite(service: string, framed: () => string, token: () => Promise<string>) {
  let give = token;
  const asked: string[] = [];
  const policy =
    `default-src 'none'; script-src 'self' ${service}; connect-src 'self' ${service}; ` +
    "style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'";
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(null, {status: 204}),
    routes: {
      "/": () => html(`<iframe src="${framed()}" width="900" height="500"></iframe>`),
      "/mounted": () =>
        html(
          `<!doctype html><html lang="en"><title>Ours</title><link rel="icon" href="data:,">
           <link rel="stylesheet" href="/own.css"><p id="own">Our page</p><div id="place">Loading …</div>
           <script type="module" src="/own.js"></script>`,
          {"content-security-policy": policy},
        ),
      "/own.css": () =>
        new Response("p { font-size: 30px } h2 { font-size: 70px }", {headers: {"content-type": "text/css"}}),
      "/own.js": () =>
        new Response(OWN.replace("SERVICE", service), {headers: {"content-type": "text/javascript"}}),
      "/token": async () => {
        asked.push("token");
        return new Response(await give());
      },
    },
  });
  return {
    port: server.port,
    /** An entry for each token that the page has requested. */
    asked,
    giveNext(next: () => Promise<string>) {
      give = next;
    },
    stop: (now: boolean) => server.stop(now),
  };
}

/** The script of `/mounted`. The page's address has its options: `?status=` (a filter), `?theme=`, `?clicks`. */
const OWN = `
import {mount} from "SERVICE/embed/client.js";
const asked = new URLSearchParams(location.search);
window.clicks = [];
window.mounted = mount(document.querySelector("#place"), {
  getToken: async () => (await fetch("/token")).text(),
  ...(asked.has("status") ? {filters: [{field: "orders.status", op: "=", value: asked.get("status")}]} : {}),
  ...(asked.has("theme") ? {theme: asked.get("theme")} : {}),
  ...(asked.has("clicks") ? {onClick: click => window.clicks.push(click)} : {}),
});
`;

function html(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {headers: {"content-type": "text/html; charset=utf-8", ...headers}});
}
