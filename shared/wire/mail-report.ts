import {type Static, Type} from "@sinclair/typebox";

const named = {
  /** Left out where the name of the resource says it all. */
  title: Type.Optional(Type.String()),
  /** The address at which the section can be opened. */
  url: Type.Optional(Type.String()),
  /** For example what could not be filtered. */
  note: Type.Optional(Type.String()),
};

export const Section = Type.Union([
  Type.Object({
    ...named,
    kind: Type.Literal("picture"),
    cid: Type.String(),
    /** The picture's numbers in words. */
    alt: Type.String(),
  }),
  Type.Object({
    ...named,
    kind: Type.Literal("number"),
    value: Type.String(),
    change: Type.Optional(Type.String()),
  }),
  Type.Object({
    ...named,
    kind: Type.Literal("table"),
    columns: Type.Array(Type.Object({label: Type.String(), isNumber: Type.Boolean()})),
    /** The rendering may drop some of them, to keep the mail small. */
    rows: Type.Array(Type.Array(Type.String())),
    /** The number of rows of which `rows` are the first; `truncated` where there are more than were read. */
    total: Type.Object({rows: Type.Integer(), truncated: Type.Boolean()}),
    /** The name of the attached file that has all rows, as far as the query's limit goes. */
    attached: Type.Optional(Type.String()),
    /** The file stops where the query's limit does: it has no more rows than `total` says. */
    isAttachedCut: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    ...named,
    kind: Type.Literal("text"),
    /** Of it neither images nor HTML are shown, nor links that leave `base`. */
    markdown: Type.String(),
    base: Type.String(),
  }),
  Type.Object({...named, kind: Type.Literal("failure"), reason: Type.String()}),
]);
export type Section = Static<typeof Section>;

const Resource = Type.Object({
  title: Type.String(),
  url: Type.Optional(Type.String()),
  /** What holds for the whole resource, such as a filter that it cannot apply. */
  notes: Type.Array(Type.String()),
  sections: Type.Array(Section),
});
export type Resource = Static<typeof Resource>;

/** The content of a mail; every value is already formatted as text. */
export const Report = Type.Object({
  /** The report's name, which is the heading. */
  title: Type.String(),
  /** What it covers, for example "Week of 29 June 2026". */
  period: Type.Optional(Type.String()),
  /** Plain text that the report's owner has written. */
  message: Type.Optional(Type.String()),
  /** The filters that apply, each in words. */
  filters: Type.Array(Type.String()),
  /** The time at which the rows were read, with its timezone. */
  asOf: Type.String(),
  /** The dashboards, charts and datasets that were asked for, in that order. */
  resources: Type.Array(Resource),
  /** What is attached, or why nothing is. */
  notes: Type.Array(Type.String()),
  /** Why the recipient gets this mail. */
  reason: Type.String(),
  openUrl: Type.Optional(Type.String()),
  unsubscribeUrl: Type.String(),
});
export type Report = Static<typeof Report>;

/** Both versions of a mail's text. */
export const RenderedMail = Type.Object({html: Type.String(), text: Type.String()});
export type RenderedMail = Static<typeof RenderedMail>;
