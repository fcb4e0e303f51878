'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSignedOutHint } from '@/lib/signed-in-hint.ts'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { BottomNav } from '@/ui/shell/bottom-nav.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { PublicFooter } from '@/ui/shell/public-footer.tsx'
import { CountQuestion } from '@/ui/usage/count-choice.tsx'
import css from './shell.module.css'

/**
 * The layout of public and driver screens. `wide` uses the full width (search); otherwise it is one column. `bar` replaces the
 * middle of the header. `isAsking={false}` and `hasNav={false}` are for pages on which nothing may distract, such as paying, and
 * `hasNav={false}` for those with tabs of their own at the bottom.
 */
export function PublicShell({
  children,
  wide,
  bar,
  tools,
  below,
  isAsking = true,
  hasFooter = true,
  hasNav = true,
}: {
  children: ReactNode
  wide?: boolean
  bar?: ReactNode
  /** Beside the account menu. */
  tools?: ReactNode
  below?: ReactNode
  isAsking?: boolean
  hasFooter?: boolean
  /** Whether a phone has the bar with the places of a driver. */
  hasNav?: boolean
}) {
  const t = useTranslations()
  return (
    <div className={css.page}>
      <a className={css.skip} href="#content">
        {t('common.skip')}
      </a>
      <header className={css.header}>
        <Logo />
        <div className={css.middle}>{bar}</div>
        {bar ? null : (
          <Link className={css.list} href="/list-your-parking" prefetch={false}>
            {t('common.listParking')}
          </Link>
        )}
        {tools ?? (bar ? null : <SignIn />)}
        <AccountMenu />
      </header>
      {isAsking ? <CountQuestion /> : null}
      {below}
      <main id="content" className={wide ? css.wide : css.column} tabIndex={-1}>
        {children}
      </main>
      {hasFooter ? <PublicFooter /> : null}
      {hasNav ? <BottomNav /> : null}
    </div>
  )
}

/** On a phone it is in the bar at the bottom. */
function SignIn() {
  const t = useTranslations()
  return useSignedOutHint() ? (
    <Link className={css.list} href="/sign-in" prefetch={false}>
      {t('common.signIn')}
    </Link>
  ) : null
}

/** The only primary action of a phone screen, at the bottom within reach of the thumb; inline on a desktop. */
export function BottomAction({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={css.bottom} data-bottom="action">
      {note ? <div className={css.bottomNote}>{note}</div> : null}
      <div className={css.bottomButton}>{children}</div>
    </div>
  )
}
