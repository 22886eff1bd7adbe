// What the build packed into the page, and scripts of our own.

/** Unpacks a text or a module. */
export async function unpack(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// the page's policy lets nothing start a script but what goes through here
const policy = globalThis.trustedTypes?.createPolicy("qi", { createScriptURL: (url) => url });

/** An address of a script of our own. */
export const ourScript = (url: string): string => (policy?.createScriptURL(url) ?? url) as string;
