/** The only file of `web/` that reads the environment. Everything here has a value that works with no setup. */

/** Where server-side rendering reaches the API. The browser never needs it: it asks its own origin. */
export const apiUrl = (): string => process.env.OPENSPOT_API_URL ?? 'http://127.0.0.1:8080'

/** A vector style with real coverage (a tile vendor's URL with its key); without it the bundled style is drawn. */
export const mapStyleUrl: string | undefined = process.env.NEXT_PUBLIC_MAP_STYLE_URL || undefined
