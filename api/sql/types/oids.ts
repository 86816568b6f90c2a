/** OIDs of Postgres' own types: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
export const TEXT = 25;
export const JSON_TYPE = 114;
