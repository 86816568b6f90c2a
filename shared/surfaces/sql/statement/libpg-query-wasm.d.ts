/** The WebAssembly module of the parser. `libpg-query` itself holds a single instance, which cannot be replaced. */
declare module "libpg-query/wasm/libpg-query.js" {
  export interface PgQueryModule {
    HEAPU8: Uint8Array;
    getValue(pointer: number, type: "i32"): number;
    UTF8ToString(pointer: number): string;
    stringToUTF8(text: string, pointer: number, maxBytes: number): void;
    lengthBytesUTF8(text: string): number;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _wasm_parse_query_raw(text: number): number;
    _wasm_free_parse_result(result: number): void;
    _wasm_scan(text: number): number;
    _wasm_free_string(text: number): void;
  }
  export default function open(options: {
    instantiateWasm(imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void): object;
  }): Promise<PgQueryModule>;
}
