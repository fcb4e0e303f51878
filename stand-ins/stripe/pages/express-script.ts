/**
 * The part of the shop's script that shows the buttons of wallets (https://docs.stripe.com/js/elements_object/create_express_checkout_element)
 * and, once one is pressed and the shop agrees, the sheet of that wallet over the page.
 */
export const expressElement = `function expressElement(options, about, state) {
    const id = 'express-' + next++
    const listeners = { ready: [], loaderror: [], click: [], confirm: [], cancel: [] }
    let buttons = null
    let sheet = null
    const say = (name, event = {}) => listeners[name]?.forEach((listener) => listener({ elementType: 'expressCheckout', ...event }))
    const frameOf = (path, query) => {
      const frame = document.createElement('iframe')
      const theme = options.appearance?.theme === 'night' ? 'night' : 'stripe'
      frame.src = origin + path + '?' + new URLSearchParams({ id, theme, shop: location.origin, ...query })
      frame.allow = 'payment *'
      frame.style.colorScheme = 'light only'
      return frame
    }
    const close = () => { sheet?.remove(); sheet = null }
    const open = (wallet) => {
      close()
      const { amount, currency } = options
      const business = about.business?.name ?? location.host
      sheet = frameOf('/elements/wallet', { wallet, amount, currency, business, email: about.emailRequired ? '1' : '' })
      sheet.title = 'Secure wallet frame'
      sheet.style.cssText += 'position: fixed; inset: 0; z-index: 2147483647; border: 0; width: 100%; height: 100%'
      document.body.append(sheet)
      sheet.focus()
    }
    state.ask = async (what) => {
      if (what === 'check') return {}
      close()
      return state.paid ? { payment_method: state.paid } : { error: { type: 'validation_error', message: 'No wallet was used.' } }
    }
    frames.set(id, (message) => {
      const { event, wallet } = message
      if (event === 'ready') say('ready', { availablePaymentMethods: message.wallets })
      if (event === 'height' && buttons) buttons.style.height = message.height + 'px'
      if (event === 'click') {
        let isOver = false
        setTimeout(() => { isOver = true }, 1000)
        const once = (then) => () => { if (!isOver) { isOver = true; then() } }
        say('click', { expressPaymentType: wallet, resolve: once(() => open(wallet)), reject: once(() => {}) })
      }
      if (event === 'paid') {
        state.paid = message.payment_method
        const paymentFailed = () => sheet?.contentWindow.postMessage({ of: 'elements', ask: 'fail' }, origin)
        say('confirm', { expressPaymentType: wallet, billingDetails: message.billing_details, paymentFailed })
      }
      if (event === 'closed') { close(); say('cancel') }
    })
    return {
      mount(place) {
        const container = typeof place === 'string' ? document.querySelector(place) : place
        if (!container) throw new Error('The selector you specified applies to no DOM elements.')
        buttons = frameOf('/elements/express', { wallets: JSON.stringify(about.paymentMethods ?? {}) })
        buttons.title = 'Secure express checkout frame'
        buttons.style.cssText += 'display: block; border: 0; width: calc(100% + 8px); height: 56px; margin: -4px'
        buttons.addEventListener('error', () => say('loaderror'))
        container.append(buttons)
      },
      on(name, listener) { listeners[name]?.push(listener); return this },
      update(changed) { Object.assign(about, changed) },
      unmount() { close(); buttons?.remove(); buttons = null },
      destroy() { close(); buttons?.remove(); buttons = null; frames.delete(id) },
    }
  }`

/** What runs in the frame of the buttons and in that of a sheet. It answers only the shop that it was opened by. */
export const expressFrameScript = `(() => {
  const query = new URLSearchParams(location.search)
  const id = query.get('id')
  const shop = query.get('shop')
  document.documentElement.dataset.theme = query.get('theme')
  const say = (message) => parent.postMessage({ of: 'elements', id, ...message }, shop)
  const buttons = document.querySelectorAll('button[data-wallet]')
  const form = document.querySelector('form')
  if (!form) {
    const wanted = JSON.parse(query.get('wallets') || '{}')
    const isOfApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
    // Browsers have one of the two, and Link works in each.
    const has = { applePay: isOfApple, googlePay: !isOfApple, link: true }
    for (const name of Object.keys(has)) if (wanted[name] === 'never') has[name] = false
    for (const button of buttons) {
      button.hidden = !has[button.dataset.element]
      button.addEventListener('click', () => say({ event: 'click', wallet: button.dataset.wallet }))
    }
    new ResizeObserver(() => say({ event: 'height', height: document.documentElement.offsetHeight })).observe(document.documentElement)
    say({ event: 'ready', wallets: Object.values(has).some(Boolean) ? has : undefined })
    return
  }
  const problem = document.getElementById('problem')
  const fail = (text) => { problem.textContent = text; form.pay.disabled = false; form.pay.focus() }
  const close = () => say({ event: 'closed' })
  document.getElementById('cancel').addEventListener('click', close)
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') close() })
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === shop && source === parent && data?.of === 'elements') fail('The payment was not completed.')
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    problem.textContent = ''
    form.pay.disabled = true
    try {
      const answer = await fetch('/elements/wallet', { method: 'POST', body: new URLSearchParams(new FormData(form)) })
      const { payment_method, billing_details, message } = await answer.json()
      if (payment_method) say({ event: 'paid', wallet: form.wallet.value, payment_method, billing_details })
      else fail(message)
    } catch {
      fail('We could not reach the payment provider.')
    }
  })
  form.pay.focus()
})()`
