import { readSettings } from '@openspot/core/settings.ts'
import { expect, test } from 'vitest'
import { contentPolicy, pageHeaders } from './page-headers.ts'

const policyOf = (env: Record<string, string>) =>
  Object.fromEntries(
    contentPolicy(readSettings(env), "'nonce-nonce'")
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )
const own = policyOf({})
const keys = (kind: string) => ({ [`${kind}_SITE_KEY`]: 'site', [`${kind}_SECRET_KEY`]: 'secret' })

test('without settings, pages load everything from their own origin', () => {
  for (const [name, sources] of Object.entries(own))
    for (const source of sources) expect(source, name).not.toMatch(/^https?:/)
})

test('the card form of Stripe allows its scripts, its frames with that of the bank, and its API', () => {
  const script_url = 'https://js.stripe.com/endive/stripe.js'
  const policy = contentPolicy(readSettings({}), "'nonce-nonce'", false, {
    script_url,
    publishable_key: 'pk_test_x',
  })
  expect(policy).toContain("script-src 'self' 'nonce-nonce' https://js.stripe.com https://*.js.stripe.com;")
  expect(policy).toContain(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.link.com;",
  )
  expect(policy).toContain("connect-src 'self' https://api.stripe.com https://checkout.link.com;")
  expect(policy).not.toContain("'unsafe-eval'")
})

test('only pages with the card form let wallets ask for a payment and answer from a window of their own', () => {
  const settings = { public_url: 'https://parking.example' }
  const plain = pageHeaders(settings)
  expect(plain['permissions-policy']).toContain('payment=()')
  expect(plain['cross-origin-opener-policy']).toBe('same-origin')
  const paying = pageHeaders(settings, {
    script_url: 'https://js.stripe.com/endive/stripe.js',
    publishable_key: 'pk_test_x',
  })
  expect(paying['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://pay.google.com")',
  )
  expect(paying['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
})

test.each([
  [
    'Turnstile',
    keys('TURNSTILE'),
    {
      'script-src': ['https://challenges.cloudflare.com'],
      'frame-src': ['https://challenges.cloudflare.com'],
    },
  ],
  [
    'reCAPTCHA',
    keys('RECAPTCHA'),
    {
      'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
  ],
  [
    'reCAPTCHA from another host',
    { ...keys('RECAPTCHA'), RECAPTCHA_SCRIPT_URL: 'https://www.recaptcha.net/recaptcha/api.js' },
    {
      'script-src': ['https://www.recaptcha.net/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      'frame-src': ['https://www.recaptcha.net/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
  ],
  [
    'a map vendor',
    { OPENSPOT_MAP_STYLE_URL: 'https://maps.example/style.json', OPENSPOT_MAP_HOSTS: 'tiles.maps.example' },
    {
      'img-src': ['https://maps.example', 'https://tiles.maps.example'],
      'connect-src': ['https://maps.example', 'https://tiles.maps.example'],
    },
  ],
  ['PostHog', { POSTHOG_KEY: 'phc_x' }, {}],
])('%s by setting allows exactly its hosts, where they are needed', (_name, env, added) => {
  const policy = policyOf(env)
  const difference = Object.entries(policy).flatMap(([name, sources]) => {
    const more = sources.filter((source) => !own[name]?.includes(source))
    return more.length === 0 ? [] : [[name, more]]
  })
  expect(Object.fromEntries(difference)).toEqual(added)
})
