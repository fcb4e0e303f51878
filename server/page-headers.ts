import type { CardForm } from '@openspot/api/stripe.ts'
import type { Settings } from '@openspot/core/settings.ts'

/**
 * What a vendor's bot check loads: its script with what that loads, and its frames. Without a vendor's keys, nothing is loaded from
 * there.
 */
function botCheckSources(check: Settings['bot_check']): { script: string; frame: string } {
  if (check === null) return { script: '', frame: '' }
  const { origin } = new URL(check.script_url)
  if (check.kind === 'TURNSTILE') return { script: ` ${origin}`, frame: ` ${origin}` }
  const own = ` ${origin}/recaptcha/`
  return {
    script: `${own} https://www.gstatic.com/recaptcha/`,
    frame: `${own} https://recaptcha.google.com/recaptcha/`,
  }
}

/** What the payment provider's card form loads: its script, and its frames, one of which is the bank's. */
function cardFormSources(form: CardForm | null): { script: string; frame: string; connect: string } {
  if (form === null) return { script: '', frame: '', connect: '' }
  const { origin, hostname } = new URL(form.script_url)
  const own = ` ${origin}`
  if (hostname !== 'js.stripe.com') return { script: own, frame: own, connect: '' }
  const all = `${own} https://*.js.stripe.com`
  // Link, the provider's own wallet, asks its owner there.
  const link = ' https://checkout.link.com'
  return {
    script: all,
    frame: `${all} https://hooks.stripe.com${link}`,
    connect: ` https://api.stripe.com${link}`,
  }
}

/**
 * Returns the content security policy of one page. Scripts are allowed only by origin or by `scripts`: a nonce, which must be
 * new for each response, or their hashes. Inline styles are allowed, because Mantine sets variables and sizes in style attributes, which
 * cannot have a nonce. `isDev` allows what Next.js needs to reload changes: `eval`, and a websocket, which not every
 * browser counts as the same origin.
 */
export function contentPolicy(
  settings: Pick<Settings, 'bot_check' | 'map'>,
  scripts: string,
  isDev = false,
  card_form: CardForm | null = null,
): string {
  const check = botCheckSources(settings.bot_check)
  const card = cardFormSources(card_form)
  const map = (settings.map?.origins ?? []).map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${scripts === '' ? '' : ` ${scripts}`}${isDev ? " 'unsafe-eval'" : ''}${check.script}${card.script}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    `connect-src 'self'${isDev ? ' ws:' : ''}${map}${card.connect}`,
    "worker-src 'self' blob:",
    `frame-src 'self'${check.frame}${card.frame}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Who may open the sheet of a wallet: the provider's frames, and those of Google Pay in them. */
function paymentFrames(form: CardForm | null): string {
  if (form === null) return ''
  const { origin, hostname } = new URL(form.script_url)
  return `self "${origin}"${hostname === 'js.stripe.com' ? ' "https://pay.google.com"' : ''}`
}

/**
 * Headers of every non-API response, in addition to the content security policy. Where cards are entered, wallets may open a window of
 * their own, which has to answer the page.
 */
export const pageHeaders = (
  settings: Pick<Settings, 'public_url'>,
  card_form: CardForm | null = null,
): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': card_form === null ? 'same-origin' : 'same-origin-allow-popups',
  'permissions-policy': `camera=(), microphone=(), geolocation=(self), payment=(${paymentFrames(card_form)})`,
  ...(settings.public_url.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
})
