/** A page of ours that a short link may lead to. */
export interface Page {
  kind: 'LOT' | 'BOOK' | 'SPOT' | 'GATE' | 'VALIDATION'
  /** In the one form in which it is kept: the same page has the same path. */
  path: string
  /** Of the lot, where the path has it. */
  public_id: string | null
  spot_id: string | null
}

/** The pages, by their paths and what may follow them. Nothing else is led to. */
const forms: readonly { path: RegExp; kind: Page['kind']; things: Partial<Record<string, Page['kind']>> }[] =
  [
    { path: /^\/l\/([A-Za-z0-9]{22,40})$/, kind: 'LOT', things: { spot_id: 'SPOT', gate_id: 'GATE' } },
    { path: /^\/book\/([A-Za-z0-9]{22,40})$/, kind: 'BOOK', things: { spot_id: 'SPOT' } },
    { path: /^\/v\/[A-Za-z0-9]{22,40}$/, kind: 'VALIDATION', things: {} },
  ]
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads an address, or a path, as one of our own pages; null for everything else. It has to be written plainly: what a
 * browser and a server might read differently (backslashes, control characters, dots, names and passwords, escapes) is
 * no page of ours.
 */
export function readPage(url: string, origin: string): Page | null {
  // Only signs that mean themselves, so that nothing is left for a parser to change.
  if (url.length > 300 || !/^[A-Za-z0-9:/?=&._[\]-]+$/.test(url)) return null
  const own = new URL(origin).origin
  const rest = url.startsWith(`${own}/`) ? url.slice(own.length) : url
  const [path = '', query, ...more] = rest.split('?')
  if (more.length > 0) return null
  for (const form of forms) {
    const found = form.path.exec(path)
    if (!found) continue
    const public_id = found[1] ?? null
    if (query === undefined) return { kind: form.kind, path, public_id, spot_id: null }
    const [name = '', id = '', ...others] = query.split('=')
    const kind = Object.hasOwn(form.things, name) ? form.things[name] : undefined
    if (!kind || others.length > 0 || !uuid.test(id)) return null
    return { kind, path: `${path}?${name}=${id}`, public_id, spot_id: name === 'spot_id' ? id : null }
  }
  return null
}
