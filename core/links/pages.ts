export const pageKinds = [
  'LOT',
  'BOOK',
  'SPOT',
  'GATE',
  'VALIDATION',
  'PLATE_CHECK',
  'CAMERA_POLICY',
] as const
type PageKind = (typeof pageKinds)[number]

/** A page of this product that a short link may lead to. */
export interface Page {
  kind: PageKind
  /** The canonical path: the same page always has the same path. */
  path: string
  /** The lot's public ID, if the path contains it. */
  public_id: string | null
  spot_id: string | null
}

/** The allowed pages: their paths and the one query parameter that may follow. */
const forms: readonly { path: RegExp; kind: Page['kind']; things: Partial<Record<string, Page['kind']>> }[] =
  [
    { path: /^\/l\/([A-Za-z0-9]{22,40})$/, kind: 'LOT', things: { spot_id: 'SPOT', gate_id: 'GATE' } },
    { path: /^\/l\/([A-Za-z0-9]{22,40})\/check$/, kind: 'PLATE_CHECK', things: {} },
    { path: /^\/l\/([A-Za-z0-9]{22,40})\/cameras$/, kind: 'CAMERA_POLICY', things: {} },
    { path: /^\/book\/([A-Za-z0-9]{22,40})$/, kind: 'BOOK', things: { spot_id: 'SPOT' } },
    { path: /^\/v\/[A-Za-z0-9]{22,40}$/, kind: 'VALIDATION', things: {} },
  ]
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads a URL or path as one of our own pages; null for everything else. It must be written plainly: anything that a
 * browser and a server might interpret differently (backslashes, control characters, dots, credentials, escapes) is
 * rejected.
 */
export function readPage(url: string, origin: string): Page | null {
  // Allow only characters that mean themselves, so that no parser can change the URL.
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
