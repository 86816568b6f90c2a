import {readdirSync} from "node:fs";
import {join} from "node:path";
import ts from "typescript-5";

const ROOT = join(import.meta.dir, "..", "..", "..", "..");
const FOLDERS = ["api", "worker", "shared", "bin"];

/** The service's sources as the TypeScript compiler sees them. */
export interface Sources {
  checker: ts.TypeChecker;
  files: readonly ts.SourceFile[];
  /** The types that the driver returns, by the name of the type in Postgres. */
  driver: ReadonlyMap<string, ts.Type>;
}

export function readSources(): Sources {
  const paths = FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), {recursive: true, encoding: "utf8"})
      .filter(name => name.endsWith(".ts"))
      .map(name => join(ROOT, folder, name)),
  ).filter(path => !path.startsWith(join(ROOT, "api", "client")));
  const driverTypes = join(import.meta.dir, "driver-types.ts");
  const {config} = ts.readConfigFile(join(ROOT, "tsconfig.json"), path => ts.sys.readFile(path));
  const {options} = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const program = ts.createProgram([...paths, driverTypes], options);
  const checker = program.getTypeChecker();
  const ours = new Set(paths);
  return {
    checker,
    files: program.getSourceFiles().filter(file => ours.has(file.fileName)),
    driver: driverTypesOf(checker, program.getSourceFile(driverTypes)),
  };
}

function driverTypesOf(checker: ts.TypeChecker, file: ts.SourceFile | undefined): Map<string, ts.Type> {
  const declared = file?.statements.find(ts.isInterfaceDeclaration);
  if (!declared) throw new Error("driver-types.ts declares no interface");
  const properties = checker.getTypeAtLocation(declared.name).getProperties();
  return new Map(properties.map(one => [one.name, checker.getTypeOfSymbol(one)]));
}

/** `folder/file.ts:line` of a node. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const {line} = file.getLineAndCharacterOfPosition(node.getStart());
  return `${fileOf(node)}:${line + 1}`;
}

function fileOf(node: ts.Node): string {
  return node.getSourceFile().fileName.slice(ROOT.length + 1);
}
