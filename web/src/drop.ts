// Files dropped on the page.
import { t } from "./language";
import { notice } from "./notice";

export interface TextFile {
  /** Empty for a text that was dropped without a file. */
  name: string;
  text: string;
}

export interface Dropped {
  files: TextFile[];
  /** Names of files that could not be read, such as folders. */
  unreadable: string[];
}

/** Reads what was dropped, a text or all files, and names the files that cannot be read. */
export async function readDropped(data: DataTransfer | null): Promise<Dropped> {
  const dropped: Dropped = { files: [], unreadable: [] };
  const text = data?.getData("text/plain");
  const list = [...(data?.files ?? [])];
  if (!list.length && text) dropped.files.push({ name: "", text });
  for (const file of list) {
    try {
      dropped.files.push({ name: file.name, text: await file.text() });
    } catch {
      dropped.unreadable.push(file.name);
    }
  }
  if (dropped.unreadable.length) notice(t("unreadable", { names: dropped.unreadable.join(", ") }), { error: true });
  return dropped;
}
