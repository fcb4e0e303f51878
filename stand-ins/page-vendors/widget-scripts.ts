/**
 * The scripts of the widgets, as far as a page notices: how they are loaded, when they can be used, what `render` takes, and which
 * callbacks they call. Written from the vendors' public descriptions.
 */

/** Turnstile: `render` exists when the script has run. `ready` refuses a script that was loaded with `async` or `defer`. */
export const turnstileScript = (origin: string): string => `(() => {
  const own = document.currentScript
  const widgets = new Map()
  let next = 0
  addEventListener('message', ({ origin, data }) => {
    if (origin !== ${JSON.stringify(origin)} || data?.vendor !== 'TURNSTILE') return
    const widget = widgets.get(data.id)
    if (!widget) return
    if (data.error) {
      const isHandled = widget.options['error-callback']?.(data.error)
      if (!isHandled) console.error('[Cloudflare Turnstile] Error: ' + data.error)
    } else widget.options.callback?.(data.token)
  })
  window.turnstile = {
    ready(then) {
      if (own.async || own.defer)
        throw new Error('[Cloudflare Turnstile] Remove async/defer from the script before using turnstile.ready().')
      then()
    },
    render(container, options) {
      const element = typeof container === 'string' ? document.querySelector(container) : container
      if (!element) throw new Error('[Cloudflare Turnstile] Unable to find a container.')
      if (typeof options.sitekey !== 'string') throw new Error('[Cloudflare Turnstile] Invalid type for parameter "sitekey".')
      const id = 'cf-chl-widget-' + next++
      const frame = document.createElement('iframe')
      frame.src = ${JSON.stringify(`${origin}/turnstile/widget`)} + '?id=' + id + '&k=' + encodeURIComponent(options.sitekey)
      frame.title = 'Widget containing a Cloudflare security challenge'
      frame.style = 'border: 0; width: 300px; height: 65px'
      element.append(frame)
      widgets.set(id, { options, frame })
      return id
    },
    reset(id) { const { frame } = widgets.get(id); frame.src = frame.src },
    remove(id) { widgets.get(id)?.frame.remove(); widgets.delete(id) },
    getResponse: () => undefined,
  }
})()`

/** reCAPTCHA: a loader with only \`ready\`, which loads the script with the rest. */
export const recaptchaLoader = (origin: string): string => `(() => {
  const waiting = []
  window.grecaptcha = window.grecaptcha ?? { ready: (then) => waiting.push(then) }
  window.___standInWaiting = waiting
  const script = document.createElement('script')
  script.src = ${JSON.stringify(`${origin}/recaptcha/releases/recaptcha.js`)}
  script.async = true
  document.head.append(script)
})()`

export const recaptchaScript = (origin: string): string => `(() => {
  const widgets = []
  addEventListener('message', ({ origin, data }) => {
    if (origin !== ${JSON.stringify(origin)} || data?.vendor !== 'RECAPTCHA') return
    widgets[data.id]?.callback?.(data.token)
  })
  Object.assign(window.grecaptcha, {
    ready: (then) => then(),
    render(container, options) {
      if (container.hasChildNodes()) throw new Error('reCAPTCHA has already been rendered in this element')
      const frame = document.createElement('iframe')
      frame.src = ${JSON.stringify(`${origin}/recaptcha/widget`)} + '?id=' + widgets.length + '&k=' + encodeURIComponent(options.sitekey)
      frame.title = 'reCAPTCHA'
      frame.style = 'border: 0; width: 304px; height: 78px'
      container.append(frame)
      return widgets.push(options) - 1
    },
    reset() {},
  })
  for (const then of window.___standInWaiting) then()
})()`

/** What is in the frame: Turnstile decides by itself, reCAPTCHA has a box to check. A wrong site key gives no token. */
export const widgetPage = (vendor: 'TURNSTILE' | 'RECAPTCHA', isKnown: boolean): string => `<!doctype html>
<html lang="en"><title>${vendor}</title><body style="font: 14px sans-serif">
<script>
const id = new URLSearchParams(location.search).get('id')
const say = (data) => parent.postMessage({ vendor: '${vendor}', id, ...data }, '*')
const solve = async () => say({ token: (await (await fetch('/token')).json()).token })
</script>
${
  vendor === 'TURNSTILE'
    ? `<p role="status">Success!</p><script>${isKnown ? 'solve()' : `say({ error: '400020' })`}</script>`
    : isKnown
      ? `<label><input type="checkbox" onchange="solve()"> I'm not a robot</label>`
      : '<p>ERROR for site owner: Invalid site key</p>'
}
</body></html>`
