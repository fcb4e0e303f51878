/** The only file of `web/` that reads the environment. Every value has a default that works without setup. */

/** The URL at which server-side rendering reaches the API. The browser uses its own origin. */
export const apiUrl = (): string => process.env.OPENSPOT_API_URL ?? 'http://127.0.0.1:8080'

/** Whether this is a built product rather than one in development. */
export const isBuilt: boolean = process.env.NODE_ENV === 'production'
