'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type platformSections, platformTopics } from '@/lib/lot-sections.ts'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { ConsoleMenu } from '@/ui/shell/console-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { StaffTools } from '@/ui/shell/staff-tools.tsx'
import css from './staff-shell.module.css'

/** The layout of the platform console, like that of a lot. */
export function PlatformShell({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const path = usePathname()
  const item = (section: (typeof platformSections)[number]) => ({
    href: `/platform/${section}`,
    label: t(`platform.nav.${section === 'lots' ? 'places' : section}`),
  })
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
          <div className={css.where}>
            <Link href="/lots" className={css.lots}>
              {t('platform.nav.lots')}
            </Link>
            <div className={css.lot}>
              <p>{t('platform.nav.place')}</p>
            </div>
          </div>
          <ConsoleMenu
            main={[
              { href: '/platform', label: t('platform.nav.overview'), isExact: true },
              ...platformTopics.now.map(item),
            ]}
            topics={[
              { name: t('staff.nav.sections.money'), items: platformTopics.money.map(item) },
              { name: t('platform.nav.system'), items: platformTopics.system.map(item) },
            ]}
            path={path}
          />
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
