'use client'
import { getChallengeRoute } from '@openspot/contract/identity/auth.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { clientHeaders } from '@/lib/api.ts'
import css from './auth.module.css'

interface AltchaWidget extends HTMLElement {
  configure(options: Record<string, unknown>): void
}

/**
 * The built-in bot check: ALTCHA's widget solves a puzzle in the background. It is a custom element, so it is created
 * manually and only in the browser.
 */
export function AltchaCheck({ onSolved }: { onSolved: (payload: string | null) => void }) {
  const t = useTranslations()
  const container = useRef<HTMLDivElement>(null)
  const [isSolved, setSolved] = useState(false)
  const solved = useRef(onSolved)
  useEffect(() => {
    solved.current = onSolved
  }, [onSolved])
  useEffect(() => {
    let widget: AltchaWidget | null = null
    let left = false
    const begin = async () => {
      await import('altcha')
      if (left) return
      // The widget looks up its texts by the language of the document, and falls back to its own English ones.
      globalThis.$altcha.i18n.set(document.documentElement.lang.toLowerCase(), texts(t))
      widget = document.createElement('altcha-widget')
      widget.addEventListener('statechange', (event) => {
        const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
        const answer = state === 'verified' && payload ? payload : null
        setSolved(answer !== null)
        solved.current(answer)
      })
      // Its methods are available from this event on.
      widget.addEventListener('load', () => {
        widget?.configure({
          challenge: getChallengeRoute.url,
          auto: 'onload',
          hideLogo: true,
          hideFooter: true,
          fetch: (url: RequestInfo, init?: RequestInit) =>
            fetch(url, { ...init, headers: clientHeaders('web') }),
        })
      })
      container.current?.append(widget)
    }
    void begin()
    return () => {
      left = true
      widget?.remove()
    }
  }, [t])
  return (
    <div className={css.check}>
      <div ref={container} />
      {/* The widget says itself that it is done. Its place stays, so that the button below doesn't move. */}
      <p data-done={isSolved || undefined}>{t('auth.personCheck')}</p>
    </div>
  )
}

const texts = (t: Translate) => ({
  label: t('auth.check.label'),
  verifying: t('auth.check.verifying'),
  verified: t('auth.check.verified'),
  error: t('auth.check.error'),
  expired: t('auth.check.expired'),
  loading: t('auth.check.loading'),
  verify: t('auth.check.verify'),
  waitAlert: t('auth.check.waitAlert'),
})
