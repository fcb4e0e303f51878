/** The content security policy of an answer that is data: a browser runs nothing in it, and no page embeds it. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The same for a file that a browser opens in place. */
export const filePolicy = `${dataPolicy}; sandbox`

/** Scripts and styles of our own origin only: for the page that shows the API's documentation. */
export const docsPolicy =
  "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; script-src 'self'; script-src-attr 'none'; style-src 'self'"

export const hsts = 'max-age=31536000; includeSubDomains'

/** Security headers of answers that are written past the framework's hooks. `isSecure`: people reach us over https. */
export const dataHeaders = (isSecure: boolean): Record<string, string> => ({
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(isSecure ? { 'strict-transport-security': hsts } : {}),
})
