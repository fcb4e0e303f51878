/**
 * Replaces the query of this page's address, for state that a shared link keeps. Nothing is loaded. The same query is not
 * written again, because the router gives up a navigation that has just begun when the address changes.
 */
export function writeQuery(query: URLSearchParams | string): void {
  const text = query.toString()
  const search = text === '' ? '' : `?${text}`
  if (search !== window.location.search)
    window.history.replaceState(null, '', search === '' ? window.location.pathname : search)
}
