const SCRIPT = `
addEventListener("message", event => {
  if (event.source !== parent || typeof event.data !== "string") return;
  const read = new DOMParser().parseFromString(event.data, "text/html");
  document.replaceChild(document.adoptNode(read.documentElement), document.documentElement);
  const tell = () => parent.postMessage(document.documentElement.scrollHeight, "*");
  tell();
  for (const picture of document.images) picture.addEventListener("load", tell);
});
parent.postMessage("ready", "*");
`;

const HASH = Bun.CryptoHasher.hash("sha256", SCRIPT, "base64");

/**
 * The document in which a page shows a mail before it is sent. It has no data and no origin: the page that frames it posts
 * the mail's HTML, in which nothing is loaded and no script runs, and learns its height in pixels.
 */
export function mailFrame(): Response {
  return new Response(
    `<!doctype html><html lang="en"><title>Mail</title><body><script>${SCRIPT}</script></body></html>`,
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${HASH}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
        "x-frame-options": "SAMEORIGIN",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
      },
    },
  );
}
