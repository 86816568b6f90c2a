import {type Static, Type} from "@sinclair/typebox";

const named = {
  /** Absent if the name of the resource is enough. */
  title: Type.Optional(Type.String()),
  /** The address at which the section can be opened. */
  url: Type.Optional(Type.String()),
  /** A note, for example on a filter that could not be applied. */
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
    /** The first rows. The rendering may drop some of these, to keep the mail small. */
    rows: Type.Array(Type.Array(Type.String())),
    /** Indexes of the rows that are subtotals of those before them. */
    subtotals: Type.Optional(Type.Array(Type.Integer())),
    /** The number of rows, of which `rows` are the first; `truncated` if there are more than were read. */
    total: Type.Object({rows: Type.Integer(), truncated: Type.Boolean()}),
    /** The name of the attached file with all rows, up to the query's limit. */
    attached: Type.Optional(Type.String()),
    /** Whether the query's limit cut the file, so that it has no more rows than `total`. */
    isAttachedCut: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    ...named,
    kind: Type.Literal("text"),
    /** Markdown, of which neither images nor HTML are shown, nor links that leave `base`. */
    markdown: Type.String(),
    base: Type.String(),
  }),
  Type.Object({...named, kind: Type.Literal("failure"), reason: Type.String()}),
]);
export type Section = Static<typeof Section>;

const Resource = Type.Object({
  title: Type.String(),
  url: Type.Optional(Type.String()),
  /** Notes on the whole resource, such as a filter that it cannot apply. */
  notes: Type.Array(Type.String()),
  sections: Type.Array(Section),
});
export type Resource = Static<typeof Resource>;

/** The content of a mail; every value is already formatted as text. */
export const Report = Type.Object({
  /** The report's name, which is the heading. */
  title: Type.String(),
  /** The period of the report, for example "Week of 29 June 2026". */
  period: Type.Optional(Type.String()),
  /** Plain text that the report's owner has written. */
  message: Type.Optional(Type.String()),
  /** The filters that apply, each in words. */
  filters: Type.Array(Type.String()),
  /** The time at which the rows were read, with its timezone. */
  asOf: Type.String(),
  /** The dashboards, charts and datasets of the report, in its order. */
  resources: Type.Array(Resource),
  /** Notes on the attachments, or on why there are none. */
  notes: Type.Array(Type.String()),
  /** The reason why the recipient gets this mail. */
  reason: Type.String(),
  openUrl: Type.Optional(Type.String()),
  unsubscribeUrl: Type.String(),
});
export type Report = Static<typeof Report>;

/** A rendered mail in its two forms. */
export const RenderedMail = Type.Object({html: Type.String(), text: Type.String()});
export type RenderedMail = Static<typeof RenderedMail>;
