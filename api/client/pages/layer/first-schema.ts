export interface Schema {
  name: string;
  tables: {name: string}[];
}

/** The schema that is chosen at first: `usual`, else `public`, else the one with the most tables. */
export function firstSchema(schemas: readonly Schema[], usual: string | undefined): Schema | undefined {
  const [largest] = schemas.toSorted((a, b) => b.tables.length - a.tables.length);
  return schemas.find(({name}) => name === usual) ?? schemas.find(({name}) => name === "public") ?? largest;
}
