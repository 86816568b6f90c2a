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
 * The frame in which a page previews a mail. The frame's document has no data and no origin. The page posts the mail's
 * HTML to the frame. The frame loads nothing, runs no script of the mail, and posts the height of the content in pixels
 * back.
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
