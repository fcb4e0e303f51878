'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import css from './auth.module.css'

type Kind = 'TURNSTILE' | 'RECAPTCHA'
interface Widget {
  render(container: HTMLElement, options: Record<string, unknown>): unknown
  ready?(then: () => void): void
}
declare global {
  interface Window {
    turnstile?: Widget
    grecaptcha?: Widget
  }
}

const scripts: Record<Kind, string> = {
  TURNSTILE: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  RECAPTCHA: 'https://www.google.com/recaptcha/api.js?render=explicit',
}
const patienceMs = 8_000

/**
 * The widget of a vendor. If its script does not load, `onBlocked` is called, and the built-in check is shown instead.
 */
export function VendorCheck({
  kind,
  siteKey,
  onSolved,
  onBlocked,
}: {
  kind: Kind
  siteKey: string
  onSolved: (answer: string | null) => void
  onBlocked: () => void
}) {
  const t = useTranslations()
  const container = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onSolved, onBlocked })
  useEffect(() => {
    callbacks.current = { onSolved, onBlocked }
  }, [onSolved, onBlocked])
  useEffect(() => {
    let left = false
    load(kind).then(
      (widget) => {
        if (left || !container.current) return
        widget.render(container.current, {
          sitekey: siteKey,
          callback: (token: string) => callbacks.current.onSolved(token),
          'expired-callback': () => callbacks.current.onSolved(null),
          'error-callback': () => callbacks.current.onBlocked(),
        })
      },
      () => left || callbacks.current.onBlocked(),
    )
    return () => {
      left = true
    }
  }, [kind, siteKey])
  return (
    <div className={css.check}>
      <div ref={container} />
      <p>{t('auth.vendorCheck')}</p>
    </div>
  )
}

const widgetOf = (kind: Kind) => (kind === 'TURNSTILE' ? window.turnstile : window.grecaptcha)

function load(kind: Kind): Promise<Widget> {
  return new Promise((done, fail) => {
    const ready = () => {
      const widget = widgetOf(kind)
      if (!widget) return fail(new Error(`${kind} is not there.`))
      if (widget.ready) widget.ready(() => done(widget))
      else done(widget)
    }
    if (widgetOf(kind)) return ready()
    const script = document.createElement('script')
    script.src = scripts[kind]
    script.async = true
    script.addEventListener('load', ready)
    script.addEventListener('error', () => fail(new Error(`${kind} could not be loaded.`)))
    setTimeout(() => fail(new Error(`${kind} did not come.`)), patienceMs)
    document.head.append(script)
  })
}
