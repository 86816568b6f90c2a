import {fileURLToPath} from "node:url";
import {SwaggerUIRender} from "@elysiajs/openapi/swagger";
import {version} from "../../shared/core/process/version.ts";
import {PAGE_HEADERS} from "./home.ts";

/** The plugin's page with its files served from here, and with an icon and a text for browsers without scripts. */
const PAGE = SwaggerUIRender(
  {
    title: "Analytics Service: API",
    description: "Every call, described and ready to be tried with a token",
    version,
  },
  {
    url: "/swagger/json",
    theme: "/swagger/swagger-ui.css",
    cdn: "/swagger/swagger-ui.js",
    deepLinking: true,
    tryItOutEnabled: true,
    validatorUrl: "none",
  },
)
  .replace("</head>", '<link rel="icon" href="data:,">\n</head>')
  .replace(
    "</body>",
    '<noscript>This page needs scripts; <a href="/swagger/json">the OpenAPI document</a> does not.</noscript>\n</body>',
  );

/** The hash of the one inline script: the plugin's call that starts Swagger UI. */
const START_HASH = Bun.CryptoHasher.hash(
  "sha256",
  /<script>(.*?)<\/script>/s.exec(PAGE)?.[1] ?? "",
  "base64",
);

/** The documentation page. All of its files come from this service, so that no other host learns of its readers. */
export function swaggerPage(): Response {
  return new Response(PAGE, {
    headers: {
      ...PAGE_HEADERS,
      "content-security-policy": `default-src 'none'; script-src 'self' 'sha256-${START_HASH}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

const CSS = fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui.css"));
const BUNDLE = fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js"));

// Requests go to the host that served the page, not to the address that the document names. The script also resolves
// the references of an operation, when the operation is opened. Swagger UI's own resolver reads the whole document
// again for each operation, which takes four seconds. This is a script because the plugin's options cannot contain
// functions.
const OWN_START = `
SwaggerUIBundle = (draw => async ({url, ...options}) => {
  const spec = await (await fetch(url)).json();
  const valueAt = path => path.reduce((value, key) => value?.[key], spec);
  const keysOf = ref => ref.slice(2).split("/").map(key => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const resolved = (value, within) => {
    if (Array.isArray(value)) return value.map(item => resolved(item, within));
    if (typeof value !== "object" || value === null) return value;
    const {$ref: ref, ...rest} = value;
    if (typeof ref !== "string")
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, within)]));
    if (within.includes(ref)) return value;
    // Swagger UI reads the name of a schema from its address in $$ref.
    return {...resolved(valueAt(keysOf(ref)), [...within, ref]), ...rest, $$ref: ref};
  };
  const resolveSubtree = async (_, path) => ({spec: resolved(valueAt(path), []), errors: []});
  return draw({
    ...options,
    plugins: [() => ({fn: {resolveSubtree}})],
    spec: {...spec, servers: [{url: location.origin}]},
  });
})(SwaggerUIBundle);
`;

/** A file of the documentation page; `undefined` when there is none of that name. */
export async function swaggerAsset(name: string): Promise<Response | undefined> {
  if (name === "swagger-ui.css") return asset(Bun.file(CSS), "text/css; charset=utf-8");
  if (name !== "swagger-ui.js") return undefined;
  return asset((await Bun.file(BUNDLE).text()) + OWN_START, "text/javascript; charset=utf-8");
}

function asset(content: Blob | string, type: string): Response {
  const headers = {
    "content-type": type,
    "x-content-type-options": "nosniff",
    "cache-control": "max-age=3600",
  };
  return new Response(content, {headers});
}
