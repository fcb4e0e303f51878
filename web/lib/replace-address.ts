/**
 * Replaces the address of this page at once, without loading anything. The router's own replacement comes later, so that it would
 * overwrite the address of another page if the person has gone back in between. The rest of the entry is the router's.
 */
export function replaceAddress(path: string): void {
  window.history.replaceState({ ...window.history.state, url: path, as: path }, '', path)
}
