/** The only file of `web/` that reads the environment. Every value has a default that works without setup. */

/** The URL at which server-side rendering reaches the API. The browser uses its own origin. */
export const apiUrl = (): string => process.env.OPENSPOT_API_URL ?? 'http://127.0.0.1:8080'

/** Whether this is a built product rather than one in development. */
export const isBuilt: boolean = process.env.NODE_ENV === 'production'

/** What pages need to report errors, as JSON (core/error-monitoring/page-settings.ts); empty if they don't. */
export const reportSettings = (): string => process.env.OPENSPOT_REPORTS ?? ''

/** Whether this code runs in the server's own process. */
export const isNode: boolean = process.env.NEXT_RUNTIME === 'nodejs'

/** The address of this site for links that search engines and other sites follow; empty in the browser, which knows it. */
export const siteUrl = (): string => process.env.OPENSPOT_SITE_URL ?? ''

/** Whether search engines may list this site: not a staging environment. */
export const mayBeListed = (): boolean => process.env.OPENSPOT_ENV !== 'staging'
