'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { useCurrentInView } from '@/lib/use-current-in-view.ts'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { words } from '@/words/index.ts'
import css from './staff-shell.module.css'

/** Sections of the platform console; each is a folder of the same name. */
const sections = [
  ['users', words.platform.nav.users],
  ['lots', words.platform.nav.places],
  ['emails', words.platform.nav.emails],
  ['jobs', words.platform.nav.jobs],
  ['reconciliation', words.platform.nav.reconciliation],
  ['audit', words.platform.nav.audit],
] as const

/** The layout of the platform console, like that of a lot. */
export function PlatformShell({ children }: { children: ReactNode }) {
  const path = usePathname()
  const strip = useRef<HTMLDivElement>(null)
  useCurrentInView(strip, path)
  const { nav } = words.platform
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {words.common.skip}
      </a>
      <header className={css.side} data-lot>
        <div className={css.brand}>
          <Logo href="/platform" />
        </div>
        <nav aria-label={nav.label} className={css.nav}>
          <Link href="/lots" className={css.lots}>
            {nav.lots}
          </Link>
          <p className={css.lot}>{nav.place}</p>
          <div className={css.places} ref={strip}>
            <Link href="/platform" aria-current={path === '/platform' ? 'page' : undefined}>
              {nav.overview}
            </Link>
            {sections.map(([section, word]) => (
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
