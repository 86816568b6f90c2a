import {fileURLToPath} from "node:url";
import {PAGE_HEADERS} from "./home.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Analytics Service: API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/swagger/swagger-ui.css">
</head>
<body>
<main id="api"></main>
<noscript>This page needs scripts; <a href="/swagger/json">the OpenAPI document</a> does not.</noscript>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script type="module" src="/swagger/start.js"></script>
</body>
</html>
`;

// Calls go to where the page came from, whatever address the document names.
const START = `const response = await fetch("/swagger/json");
const spec = await response.json();
spec.servers = [{url: location.origin}];
SwaggerUIBundle({spec, dom_id: "#api", deepLinking: true, validatorUrl: null, tryItOutEnabled: true});
`;

/** The documentation to try in the browser. All of it comes from here: no other host learns of its readers. */
export function swaggerPage(): Response {
  return new Response(PAGE, {
    headers: {
      ...PAGE_HEADERS,
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  });
}

const ASSETS: Readonly<Record<string, {type: string; path: string}>> = {
  "swagger-ui.css": {
    type: "text/css; charset=utf-8",
    path: fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui.css")),
  },
  "swagger-ui-bundle.js": {
    type: "text/javascript; charset=utf-8",
    path: fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
  },
};

/** A file that the page asks for; `undefined` when there is none of that name. */
export function swaggerAsset(name: string): Response | undefined {
  if (name === "start.js") {
    return new Response(START, {headers: assetHeaders("text/javascript; charset=utf-8")});
  }
  const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  return asset && new Response(Bun.file(asset.path), {headers: assetHeaders(asset.type)});
}

function assetHeaders(type: string) {
  return {"content-type": type, "x-content-type-options": "nosniff", "cache-control": "max-age=3600"};
}
