declare module "inline:rules" {
  const text: string;
  export default text;
}
declare module "inline:engine" {
  const text: string;
  export default text;
}
declare module "inline:catalogue" {
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

/** Chromium's guard against texts that become scripts; other browsers have none. */
declare var trustedTypes: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown } } | undefined;
