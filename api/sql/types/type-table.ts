/**
 * Postgres' own types that this service supports: name, OID, and the OID of the array type, as in
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat
 */
const TABLE = `
bool 16 1000, bytea 17 1001, char 18 1002, name 19 1003, int8 20 1016, int2 21 1005, int4 23 1007, regproc 24 1008,
text 25 1009, oid 26 1028, tid 27 1010, xid 28 1011, cid 29 1012, json 114 199, xml 142 143, cidr 650 651,
float4 700 1021, float8 701 1022, macaddr8 774 775, money 790 791, macaddr 829 1040, inet 869 1041, bpchar 1042 1014,
varchar 1043 1015, date 1082 1182, time 1083 1183, timestamp 1114 1115, timestamptz 1184 1185, interval 1186 1187,
timetz 1266 1270, bit 1560 1561, varbit 1562 1563, numeric 1700 1231, refcursor 1790 2201, regprocedure 2202 2207,
regoper 2203 2208, regoperator 2204 2209, regclass 2205 2210, regtype 2206 2211, cstring 2275 1263, uuid 2950 2951,
pg_lsn 3220 3221, regconfig 3734 3735, regdictionary 3769 3770, jsonb 3802 3807, int4range 3904 3905,
numrange 3906 3907, tsrange 3908 3909, tstzrange 3910 3911, daterange 3912 3913, int8range 3926 3927,
jsonpath 4072 4073, regnamespace 4089 4090, regrole 4096 4097, regcollation 4191 4192, xid8 5069 271`;

const TYPES = TABLE.trim()
  .split(/,\s*/)
  .map(entry => entry.split(" "))
  .map(([name = "", oid, arrayOid]) => ({name, oid: Number(oid), arrayOid: Number(arrayOid)}));

export const OID_BY_NAME: ReadonlyMap<string, number> = new Map(TYPES.map(({name, oid}) => [name, oid]));
export const ARRAY_BY_NAME: ReadonlyMap<string, number> = new Map(
  TYPES.map(({name, arrayOid}) => [name, arrayOid]),
);
export const NAME_BY_OID: ReadonlyMap<number, string> = new Map(TYPES.map(({name, oid}) => [oid, name]));
/** The OIDs of the element types, by the OIDs of the array types. */
export const ELEMENT_BY_ARRAY: ReadonlyMap<number, number> = new Map(
  TYPES.map(({oid, arrayOid}) => [arrayOid, oid]),
);
/** The first OID of the types that a database defines itself. Its enumerations and domains are sent as text. */
export const FIRST_OWN_OID = 16_384;
