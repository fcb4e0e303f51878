'use client'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import css from './auth.module.css'

type Kind = 'TURNSTILE' | 'RECAPTCHA'
interface Widget {
  render(container: HTMLElement, options: Record<string, unknown>): unknown
  remove?(id: unknown): void
  ready?(then: () => void): void
}
declare global {
  interface Window {
    turnstile?: Widget
    grecaptcha?: Widget
  }
}

/** Why the widget does not work: its script could not be loaded, or it failed itself, with Turnstile's code. */
export interface VendorFailure {
  reason: 'SCRIPT' | 'WIDGET'
  code: string | null
}

const patienceMs = 8_000

/** The widget of a vendor. */
export function VendorCheck({
  check: { kind, site_key, script_url },
  onSolved,
  onFailed,
}: {
  check: { kind: Kind; site_key: string; script_url: string }
  onSolved: (answer: string | null) => void
  onFailed: (failure: VendorFailure) => void
}) {
  const t = useTranslations()
  const theme = useComputedColorScheme('light')
  const container = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onSolved, onFailed })
  useEffect(() => {
    callbacks.current = { onSolved, onFailed }
  }, [onSolved, onFailed])
  useEffect(() => {
    let left = false
    let remove = () => {}
    // reCAPTCHA renders only once into an element.
    const place = document.createElement('div')
    container.current?.append(place)
    load(kind, script_url).then(
      (widget) => {
        if (left) return
        const id = widget.render(place, {
          sitekey: site_key,
          theme,
          callback: (token: string) => callbacks.current.onSolved(token),
          'expired-callback': () => callbacks.current.onSolved(null),
          'error-callback': (code: unknown) => {
            callbacks.current.onSolved(null)
            callbacks.current.onFailed({ reason: 'WIDGET', code: codeOf(code) })
            // Turnstile logs errors that are not handled.
            return true
          },
        })
        remove = () => widget.remove?.(id)
      },
      () => left || callbacks.current.onFailed({ reason: 'SCRIPT', code: null }),
    )
    return () => {
      left = true
      remove()
      place.remove()
    }
  }, [kind, site_key, script_url, theme])
  return (
    <div className={css.check}>
      <div ref={container} />
      <p>{t('auth.vendorCheck')}</p>
    </div>
  )
}

const codeOf = (code: unknown): string | null => (/^\d{1,8}$/.test(String(code)) ? String(code) : null)

const widgetOf = (kind: Kind) => (kind === 'TURNSTILE' ? window.turnstile : window.grecaptcha)

function load(kind: Kind, script_url: string): Promise<Widget> {
  return new Promise((done, fail) => {
    const ready = () => {
      const widget = widgetOf(kind)
      if (!widget) return fail(new Error(`${kind} is not there.`))
      // reCAPTCHA's script loads another one. Turnstile's is complete, and its `ready` refuses scripts that load asynchronously.
      if (kind === 'RECAPTCHA') widget.ready?.(() => done(widget))
      else done(widget)
    }
    setTimeout(() => fail(new Error(`${kind} did not come.`)), patienceMs)
    if (widgetOf(kind)) return ready()
    const script = document.createElement('script')
    script.src = `${script_url}?render=explicit`
    script.async = true
    script.addEventListener('load', ready)
    script.addEventListener('error', () => fail(new Error(`${kind} could not be loaded.`)))
    document.head.append(script)
  })
}
