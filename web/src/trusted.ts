// The page's policy lets nothing start a script but what goes through here.

const policy = globalThis.trustedTypes?.createPolicy("qi", { createScriptURL: (url) => url });

/** An address of a script of our own. */
export const ourScript = (url: string): string => (policy?.createScriptURL(url) ?? url) as string;
