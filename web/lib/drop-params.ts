/**
 * Removes parameters from this page's address that are read once, such as those with which another site came back. The router
 * does not learn of it, so nothing is rendered again.
 */
export function dropParams(...names: string[]): void {
  const here = new URL(window.location.href)
  for (const name of names) here.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', here)
}
