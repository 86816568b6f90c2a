export interface Xml {
  root: Readonly<Record<string, string>>;
  elements: Set<string>;
  attributes: Set<string>;
  texts: string[];
}

const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
const TEXT = /(?:[^<&]|&(?:amp|lt|gt|quot|apos|#x?[0-9a-fA-F]+);)+/y;

/** Reads a document strictly. Throws if the document is not well-formed. */
export function readXml(document: string): Xml {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(document))
    throw new Error("a character that XML forbids");
  const xml: Xml & {root: Record<string, string>} = {
    root: {},
    elements: new Set(),
    attributes: new Set(),
    texts: [],
  };
  const open: string[] = [];
  let at = 0;
  while (at < document.length) {
    TAG.lastIndex = at;
    TEXT.lastIndex = at;
    const tag = TAG.exec(document);
    const text = tag ? null : TEXT.exec(document);
    if (tag) {
      const [, closing, name = "", attributes = "", alone] = tag;
      if (closing) {
        if (open.pop() !== name) throw new Error(`</${name}> closes what is not open`);
      } else {
        if (open.length === 0 && xml.elements.size > 0) throw new Error("a second root");
        const first = xml.elements.size === 0;
        xml.elements.add(name);
        for (const [, key = "", value = ""] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
          xml.attributes.add(key);
          if (first) xml.root[key] = value;
        }
        if (!alone) open.push(name);
      }
    } else if (text && open.length > 0) xml.texts.push(plainText(text[0]));
    else throw new Error(`not well-formed at ${document.slice(at, at + 60)}`);
    at = (tag ? TAG : TEXT).lastIndex;
  }
  if (open.length > 0) throw new Error(`<${open.join("> <")}> stays open`);
  return xml;
}

function plainText(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
