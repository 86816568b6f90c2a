import {inflateSync} from "node:zlib";

/**
 * The text of each page of an uncompressed PDF, translated to Unicode by its fonts' maps. The text has no spaces, because
 * glyphs are placed one by one.
 */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const object = (id: string | undefined) => objects.get(Number(id)) ?? {head: "", stream: ""};
  const all = [...objects.values()];
  const kids =
    all.flatMap(({head}) => /\/Type \/Pages\b[\s\S]*?\/Kids \[([^\]]*)\]/.exec(head)?.[1] ?? [])[0] ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = object(id).head;
    const resources = object(/\/Resources (\d+) 0 R/.exec(page)?.[1]).head;
    const named = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? "";
    const fonts = new Map(
      [...named.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = "", font]) => {
        const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(object(font).head)?.[1];
        return [name, unicodeOf(object(toUnicode).stream)];
      }),
    );
    return textOf(object(/\/Contents (\d+) 0 R/.exec(page)?.[1]).stream, fonts);
  });
}

interface PdfObject {
  head: string;
  /** Uncompressed. */
  stream: string;
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString("latin1");
  const objects = new Map<number, PdfObject>();
  for (const [, id, body = ""] of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = "", rest] = body.split(/\nstream\r?\n/, 2);
    const packed = rest?.replace(/\nendstream$/, "");
    const isPacked = head.includes("/FlateDecode");
    const stream =
      packed === undefined
        ? ""
        : isPacked
          ? inflateSync(Buffer.from(packed, "latin1")).toString("latin1")
          : packed;
    objects.set(Number(id), {head, stream});
  }
  return objects;
}

/** The text of each glyph, from a ToUnicode map (ISO 32000, 9.10.3). */
function unicodeOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, first = "", , list = ""] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, hex = ""], i) => {
      const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
      glyphs.set(Number.parseInt(first, 16) + i, bytes.swap16().toString("utf16le"));
    });
  }
  return glyphs;
}

/** The shown strings, in the order in which they are drawn. */
function textOf(content: string, fonts: Map<string, Map<number, string>>): string {
  let glyphs = new Map<number, string>();
  const texts: string[] = [];
  for (const [, font, shown] of content.matchAll(/\/(\w+) [\d.]+ Tf|((?:\[[^\]]*\]|<\w+>) ?T[jJ])/g)) {
    if (font !== undefined) glyphs = fonts.get(font) ?? new Map();
    else if (shown !== undefined) {
      const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = ""]) => hex.match(/\w{4}/g) ?? []);
      texts.push(codes.map(code => glyphs.get(Number.parseInt(code, 16)) ?? "?").join(""));
    }
  }
  return texts.join("").replaceAll(/\s/g, "");
}
