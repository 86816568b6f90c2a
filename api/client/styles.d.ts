/** A style sheet as text: `import sheet from "./sheet.css" with {type: "text"}`. */
declare module "*.css" {
  const text: string;
  export default text;
}
