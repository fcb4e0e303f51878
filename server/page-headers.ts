import type { Settings } from '@openspot/core/settings.ts'

/** Hosts needed by a vendor's bot check. Without a vendor's keys, nothing is loaded from there. */
const botCheckHosts = {
  TURNSTILE: 'https://challenges.cloudflare.com',
  RECAPTCHA: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
} as const

/**
 * Returns the content security policy of one page. Scripts are allowed only by origin or by this nonce, which must be
 * new for each response. Inline styles are allowed, because Mantine sets variables and sizes in style attributes, which
 * cannot have a nonce. `isDev` allows what Next.js needs to reload changes: `eval`, and a websocket, which not every
 * browser counts as the same origin.
 */
export function contentPolicy(
  settings: Pick<Settings, 'bot_check' | 'map_style_url'>,
  nonce: string,
  isDev = false,
): string {
  const check = settings.bot_check === null ? '' : ` ${botCheckHosts[settings.bot_check.kind]}`
  // Map vendors serve styles, tiles, and fonts from several of their hosts.
  const map = settings.map_style_url === null ? '' : ' https:'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ''}${check}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    `connect-src 'self'${isDev ? ' ws:' : ''}${map}`,
    "worker-src 'self' blob:",
    `frame-src 'self'${check}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every non-API response, in addition to the content security policy. */
export const pageHeaders = (settings: Pick<Settings, 'public_url'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
  ...(settings.public_url.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
})
