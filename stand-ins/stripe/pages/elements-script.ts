import { expressElement } from './express-script.ts'
import { labelsIn } from './frame-labels.ts'
import { html } from './html.ts'

/**
 * What the shop loads: as much of Stripe.js as a card form and the buttons of wallets on the shop's page need (https://docs.stripe.com/js). The frame and this
 * script speak by messages, of which the only content that could be worth something is the ID of a payment method.
 */
export const shopScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)}
  const frames = new Map()
  let next = 0
  addEventListener('message', (event) => {
    if (event.origin !== origin || event.data?.of !== 'elements') return
    frames.get(event.data.id)?.(event.data)
  })
  function paymentElement(options, state) {
    const id = 'payment-' + next++
    const listeners = { ready: [], loaderror: [], change: [] }
    const waiting = new Map()
    let frame = null
    let calls = 0
    const say = (name, event = {}) => listeners[name]?.forEach((listener) => listener(event))
    frames.set(id, (message) => {
      if (message.event === 'ready') say('ready')
      if (message.event === 'change') say('change', { complete: message.complete, empty: message.empty })
      if (message.event === 'height' && frame) frame.style.height = message.height + 'px'
      if (message.answer !== undefined) { waiting.get(message.answer)?.(message); waiting.delete(message.answer) }
    })
    state.ask = (what) => new Promise((done) => {
      if (!frame?.isConnected) throw new Error('The Payment Element is not mounted.')
      waiting.set(++calls, done)
      frame.contentWindow.postMessage({ of: 'elements', ask: what, call: calls }, origin)
    })
    return {
      mount(place) {
        const container = typeof place === 'string' ? document.querySelector(place) : place
        if (!container) throw new Error('The selector you specified applies to no DOM elements.')
        const theme = options.appearance?.theme === 'night' ? 'night' : 'stripe'
        frame = document.createElement('iframe')
        frame.src = origin + '/elements/card?' + new URLSearchParams({ id, theme, shop: location.origin, locale: options.locale ?? 'en' })
        frame.title = 'Secure payment input frame'
        frame.style.cssText = 'display: block; border: 0; width: calc(100% + 8px); height: 188px; margin: -4px; color-scheme: light only'
        frame.addEventListener('error', () => say('loaderror'))
        container.append(frame)
      },
      on(name, listener) { listeners[name]?.push(listener); return this },
      update() {},
      unmount() { frame?.remove(); frame = null },
      destroy() { frame?.remove(); frame = null; frames.delete(id) },
    }
  }
  ${expressElement}
  window.Stripe = (key) => {
    if (!/^pk_test_\\w+$/.test(key)) throw new Error('Please call Stripe() with your publishable key.')
    return {
      elements(options) {
        if (!(options.amount > 0)) throw new Error('In mode payment, amount must be greater than 0.')
        const state = { ask: null, isSubmitted: false }
        return {
          state,
          create(type, about = {}) {
            if (type === 'payment') return paymentElement(options, state)
            if (type === 'expressCheckout') return expressElement(options, about, state)
            throw new Error('The stand-in has no element of the type ' + type)
          },
          update(changed) { Object.assign(options, changed) },
          async submit() {
            const { error } = await state.ask('check')
            state.isSubmitted = !error
            return error ? { error } : {}
          },
        }
      },
      async createPaymentMethod({ elements }) {
        if (!elements.state.isSubmitted) throw new Error('elements.submit() must be called before stripe.createPaymentMethod().')
        elements.state.isSubmitted = false
        const { error, payment_method } = await elements.state.ask('create')
        return error ? { error } : { paymentMethod: payment_method }
      },
    }
  }
})()`

/** What runs in the frame. It answers only the shop that it was opened by. */
export const frameScript = `(() => {
  const query = new URLSearchParams(location.search)
  const id = query.get('id')
  const shop = query.get('shop')
  document.documentElement.dataset.theme = query.get('theme')
  const form = document.querySelector('form')
  const fields = ['number', 'expiry', 'cvc']
  const say = (message) => parent.postMessage({ of: 'elements', id, ...message }, shop)
  const show = (wrong) => {
    for (const name of fields) {
      const found = wrong.find((one) => (one.field ?? 'number') === name)
      document.getElementById(name + '-wrong').textContent = found?.message ?? ''
      form[name].setAttribute('aria-invalid', String(Boolean(found)))
    }
    if (wrong[0]) form[wrong[0].field ?? 'number'].focus()
  }
  const send = async (more) => {
    const entered = new URLSearchParams({ ...Object.fromEntries(fields.map((name) => [name, form[name].value])), ...more })
    const answer = await fetch('/elements/card', { method: 'POST', body: entered })
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.json()
  }
  addEventListener('message', async ({ origin, source, data }) => {
    if (origin !== shop || source !== parent || data?.of !== 'elements') return
    try {
      const { wrong, payment_method } = await send(data.ask === 'check' ? { only_check: '1' } : {})
      show(wrong)
      const error = wrong[0] && { type: data.ask === 'check' ? 'validation_error' : 'card_error', message: wrong[0].message }
      say({ answer: data.call, ...(error ? { error } : {}), ...(payment_method ? { payment_method } : {}) })
    } catch {
      say({ answer: data.call, error: { type: 'api_connection_error', message: 'We could not reach the payment provider.' } })
    }
  })
  const group = (text) => text.replace(/\\D/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')
  const slash = (text) => text.replace(/[^\\d]/g, '').slice(0, 4).replace(/^(\\d{2})(?=\\d)/, '$1 / ')
  form.addEventListener('input', ({ target }) => {
    if (target.name === 'number') target.value = group(target.value)
    if (target.name === 'expiry') target.value = slash(target.value)
    document.getElementById(target.name + '-wrong').textContent = ''
    target.setAttribute('aria-invalid', 'false')
    say({
      event: 'change',
      complete: fields.every((name) => form[name].value !== ''),
      empty: fields.every((name) => form[name].value === ''),
    })
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  new ResizeObserver(() => say({ event: 'height', height: document.documentElement.offsetHeight })).observe(document.documentElement)
  say({ event: 'ready' })
})()`

const field = (name: string, label: string, about: { hint: string; autocomplete: string; wide?: boolean }) =>
  html`<div${about.wide ? html` class="wide"` : null}>
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" inputmode="numeric" autocomplete="${about.autocomplete}" placeholder="${about.hint}" aria-describedby="${name}-wrong">
    <p class="wrong" id="${name}-wrong" role="alert"></p>
  </div>`

/** The page in the frame, in a language that the shop asks for. */
export const framePageIn = (locale: string) => {
  const labels = labelsIn(locale)
  return html`<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Secure payment input frame</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/stand-in/elements.css">
  </head>
  <body>
    <main>
      <form novalidate>
        ${field('number', labels.number, { hint: '1234 1234 1234 1234', autocomplete: 'cc-number', wide: true })}
        ${field('expiry', labels.expiry, { hint: 'MM / YY', autocomplete: 'cc-exp' })}
        ${field('cvc', labels.cvc, { hint: 'CVC', autocomplete: 'cc-csc' })}
      </form>
    </main>
    <script src="/stand-in/elements-frame.js"></script>
  </body>
</html>
`
}
