/**
 * Keeps what a person does before React listens, and does it as soon as React does: on a slow phone, a page is shown seconds before
 * its scripts run, and a tap, a typed email, or a chosen file would be lost. A form with an address of its own is sent by the browser.
 *
 * This runs in the head of each page, before its body, and is sent as text, so it may use nothing from outside of the function.
 * `start` is the event by which the page says that React listens.
 */
export function holdEarlyActs(start: string): void {
  /** After this, what still has no listener never gets one. */
  const PATIENCE_MS = 10_000
  /** React has no listeners in these: the map and the bot check have their own. */
  const others = '.maplibregl-map, altcha-widget, [aria-hidden=true]'
  const toggled = 'input:is([type=checkbox], [type=radio], [type=submit], [type=button])'
  const pressed = `button, ${toggled}, input[aria-haspopup]`
  const held = new Map<Element, () => void>()
  let startedAt: number | null = null

  const isOver = () => startedAt !== null && performance.now() - startedAt > PATIENCE_MS
  const isHeard = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const isEarly = (element: Element) => !isOver() && !isHeard(element) && element.closest(others) === null
  /** The browser sends such a form itself. */
  const isPlain = (form: HTMLFormElement | null) => form?.hasAttribute('action') ?? false

  const hold = (element: Element, act: () => void) => {
    held.set(element, act)
    element.toggleAttribute('data-held', true)
    if (startedAt !== null && held.size === 1) setTimeout(release, 20)
  }
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function onClick(event: Event): void {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(pressed) : null
    if (!control || !isEarly(control)) return
    if (control instanceof HTMLButtonElement && control.type === 'submit' && isPlain(control.form)) return
    stop(event)
    hold(control, () => control.click())
  }

  function onSubmit(event: Event): void {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || isPlain(form) || !isEarly(form)) return
    stop(event)
    hold(form, () => form.requestSubmit())
  }

  /** What was typed or chosen is kept, because React empties the other fields when it draws what the first one changed. */
  function onValue({ target }: Event): void {
    if (target instanceof HTMLSelectElement && isEarly(target)) {
      const { value } = target
      hold(target, () => {
        target.value = value
        target.dispatchEvent(new Event('change', { bubbles: true }))
      })
    } else if (target instanceof HTMLInputElement && target.type === 'file' && isEarly(target)) {
      hold(target, () => target.dispatchEvent(new Event('change', { bubbles: true })))
    } else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      const { value } = target
      if (!target.matches(toggled) && isEarly(target)) hold(target, () => type(target, value))
    }
  }

  /** React ignores an event whose value it has seen, so it is shown an empty field first. */
  function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
    field.value = ''
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** One at a time, in the order in which they were done: React draws what each changes before the next. */
  function release(): void {
    const [first] = held
    if (!first) return
    const [element, act] = first
    if (!element.isConnected || !isEarly(element)) {
      held.delete(element)
      element.removeAttribute('data-held')
      if (element.isConnected) act()
    }
    setTimeout(release, 20)
  }

  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
  addEventListener('input', onValue, true)
  addEventListener('change', onValue, true)
  addEventListener(
    start,
    () => {
      startedAt = performance.now()
      release()
    },
    { once: true },
  )
}
