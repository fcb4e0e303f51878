'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { platformSections } from '@/lib/lot-sections.ts'
import { useCurrentInView } from '@/lib/use-current-in-view.ts'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { StaffTools } from '@/ui/shell/staff-tools.tsx'
import css from './staff-shell.module.css'

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
        <StaffTools />
        <nav aria-label={t('platform.nav.label')} className={css.nav}>
          <Link href="/lots" className={css.lots}>
            {t('platform.nav.lots')}
          </Link>
          <p className={css.lot}>{t('platform.nav.place')}</p>
          <div className={css.places} ref={strip}>
            <Link href="/platform" aria-current={path === '/platform' ? 'page' : undefined}>
              {t('platform.nav.overview')}
            </Link>
            {platformSections.map((section) => (
              <Link
                key={section}
                href={`/platform/${section}`}
                aria-current={path?.startsWith(`/platform/${section}`) ? 'page' : undefined}
              >
                {t(`platform.nav.${section === 'lots' ? 'places' : section}`)}
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
