import {expect, test} from "bun:test";
import {ADDRESSES, type PageName} from "../../api/page-urls/addresses.ts";
import {isUnder, sectionOf} from "../../api/page-urls/sections.ts";

const names = Object.keys(ADDRESSES) as PageName[];

test.each(names)("the navigation marks exactly one section and one of its pages at %s", page => {
  const section = sectionOf(page);
  expect(section?.pages.filter(one => isUnder(one, page))).toHaveLength(1);
});
