declare module "inline:wasm" {
  const text: string;
  export default text;
}
declare module "inline:worker" {
  const text: string;
  export default text;
}
declare module "inline:licences" {
  const text: string;
  export default text;
}
