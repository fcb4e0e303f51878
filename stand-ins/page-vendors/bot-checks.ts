import { randomUUID } from 'node:crypto'
import { type Answer, type Asked, jsonAnswer, type Listening, serve } from './http.ts'
import { recaptchaLoader, recaptchaScript, turnstileScript, widgetPage } from './widget-scripts.ts'

export type BotCheckVendor = 'TURNSTILE' | 'RECAPTCHA'

/** The keys that the stand-in accepts. */
export const siteKey = 'site-key-of-the-stand-in'
export const secretKey = 'secret-key-of-the-stand-in'

/** The addresses at which each vendor serves its script and verifies tokens. */
export const paths = {
  TURNSTILE: { script: '/turnstile/v0/api.js', verify: '/turnstile/v0/siteverify' },
  RECAPTCHA: { script: '/recaptcha/api.js', verify: '/recaptcha/api/siteverify' },
} as const

const script = (body: string): Answer => ({ status: 200, type: 'text/javascript', body })
const page = (body: string): Answer => ({ status: 200, type: 'text/html', body })

/** Serves the scripts and widgets of Turnstile and reCAPTCHA, and verifies the tokens that they gave, each once. */
export class BotChecksStandIn {
  /** The vendor's scripts and widgets can't be loaded. */
  areScriptsDown = false
  /** The vendor can't verify tokens. */
  isVerifyingDown = false
  private readonly tokens = new Set<string>()
  private listening: Listening | null = null
  url = ''

  async listen(at?: { host: string; port: number }): Promise<string> {
    this.listening = await serve((asked) => this.answer(asked), at)
    this.url = this.listening.url
    return this.url
  }

  async close(): Promise<void> {
    await this.listening?.close()
  }

  /** The settings of a product that uses the stand-in as this vendor. */
  settingsFor(kind: BotCheckVendor, keys: { site?: string; secret?: string } = {}): Record<string, string> {
    return {
      [`${kind}_SITE_KEY`]: keys.site ?? siteKey,
      [`${kind}_SECRET_KEY`]: keys.secret ?? secretKey,
      [`${kind}_VERIFY_URL`]: this.url + paths[kind].verify,
      [`${kind}_SCRIPT_URL`]: this.url + paths[kind].script,
    }
  }

  private answer(asked: Asked): Answer {
    const { path, query } = asked
    if (path === paths.TURNSTILE.verify || path === paths.RECAPTCHA.verify) return this.verify(asked)
    if (this.areScriptsDown) return { status: 503 }
    if (path === paths.TURNSTILE.script) return script(turnstileScript(this.url))
    if (path === paths.RECAPTCHA.script) return script(recaptchaLoader(this.url))
    if (path === '/recaptcha/releases/recaptcha.js') return script(recaptchaScript(this.url))
    if (path === '/turnstile/widget' || path === '/recaptcha/widget')
      return page(
        widgetPage(path === '/turnstile/widget' ? 'TURNSTILE' : 'RECAPTCHA', query.get('k') === siteKey),
      )
    if (path === '/token') {
      const token = `token-${randomUUID()}`
      this.tokens.add(token)
      return jsonAnswer({ token })
    }
    return { status: 404 }
  }

  /** A form with secret and response, as both vendors take it. */
  private verify({ method, body }: Asked): Answer {
    if (this.isVerifyingDown) return { status: 503 }
    if (method !== 'POST') return { status: 405 }
    const form = new URLSearchParams(body.toString('utf8'))
    const codes: string[] = []
    if (!form.get('secret')) codes.push('missing-input-secret')
    else if (form.get('secret') !== secretKey) codes.push('invalid-input-secret')
    const response = form.get('response')
    if (!response) codes.push('missing-input-response')
    else if (codes.length === 0 && !this.tokens.delete(response)) codes.push('invalid-input-response')
    return jsonAnswer(
      codes.length === 0
        ? { success: true, challenge_ts: new Date().toISOString(), hostname: 'localhost' }
        : { success: false, 'error-codes': codes },
    )
  }
}
