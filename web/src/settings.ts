// What the page remembers on this computer. Storage may be forbidden; then it remembers nothing.
//
// Nothing is recalled while the script is read, but when it is first asked for: on a busy machine a
// page that touches the storage before Chromium has noted which document is there gets one that is
// kept nowhere.

const PREFIX = "qi.";

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // private windows and strict settings: play on without
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}
