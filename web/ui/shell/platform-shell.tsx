'use client'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentInView } from '@/lib/use-current-in-view.ts'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import css from './staff-shell.module.css'

/** Sections of the platform console; each is a folder of the same name. */
const sections = (t: Translate) =>
  [
    ['users', t('platform.nav.users')],
    ['lots', t('platform.nav.places')],
    ['analytics', t('platform.nav.analytics')],
    ['emails', t('platform.nav.emails')],
    ['jobs', t('platform.nav.jobs')],
    ['channels', t('platform.nav.channels')],
    ['reconciliation', t('platform.nav.reconciliation')],
    ['audit', t('platform.nav.audit')],
  ] as const

/** The layout of the platform console, like that of a lot. */
export function PlatformShell({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const path = usePathname()
  const strip = useRef<HTMLDivElement>(null)
  useCurrentInView(strip, path)
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {t('common.skip')}
      </a>
      <header className={css.side} data-lot>
        <div className={css.brand}>
          <Logo href="/platform" />
        </div>
        <nav aria-label={t('platform.nav.label')} className={css.nav}>
          <Link href="/lots" className={css.lots}>
            {t('platform.nav.lots')}
          </Link>
          <p className={css.lot}>{t('platform.nav.place')}</p>
          <div className={css.places} ref={strip}>
            <Link href="/platform" aria-current={path === '/platform' ? 'page' : undefined}>
              {t('platform.nav.overview')}
            </Link>
            {sections(t).map(([section, word]) => (
              <Link
                key={section}
                href={`/platform/${section}`}
                aria-current={path?.startsWith(`/platform/${section}`) ? 'page' : undefined}
              >
                {word}
              </Link>
            ))}
          </div>
        </nav>
        <div className={css.account}>
          <AccountMenu />
        </div>
      </header>
      <main id="content" className={css.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
