/** The content security policy of data responses: a browser runs nothing in them, and no page embeds them. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The same for a file that a browser opens in place: it has no origin there. */
export const filePolicy = `${dataPolicy}; sandbox`

/** Allows scripts and styles of our own origin only, for the API documentation page. */
export const docsPolicy =
  "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; script-src 'self'; script-src-attr 'none'; style-src 'self'"

export const hsts = 'max-age=31536000; includeSubDomains'

/**
 * Security headers for responses that bypass the framework's hooks. `isSecure` means that users reach us over HTTPS.
 */
export const dataHeaders = (isSecure: boolean): Record<string, string> => ({
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(isSecure ? { 'strict-transport-security': hsts } : {}),
})
