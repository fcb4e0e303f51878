'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { CountQuestion } from '@/ui/usage/count-choice.tsx'
import css from './shell.module.css'

/**
 * The layout of public and driver screens. `wide` uses the full width (search); otherwise it is one column. `bar`
 * replaces the middle of the header. `isAsking={false}` is for pages on which nothing may distract, such as paying.
 */
export function PublicShell({
  children,
  wide,
  bar,
  below,
  isAsking = true,
}: {
  children: ReactNode
  wide?: boolean
  bar?: ReactNode
  below?: ReactNode
  isAsking?: boolean
}) {
  const t = useTranslations()
  return (
    <>
      <a className={css.skip} href="#content">
        {t('common.skip')}
      </a>
      <header className={css.header}>
        <Logo />
        <div className={css.middle}>{bar}</div>
        <AccountMenu />
      </header>
      {isAsking ? <CountQuestion /> : null}
      {below}
      <main id="content" className={wide ? css.wide : css.column} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** The only primary action of a phone screen, at the bottom within reach of the thumb; inline on a desktop. */
export function BottomAction({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={css.bottom}>
      {note ? <div className={css.bottomNote}>{note}</div> : null}
      <div className={css.bottomButton}>{children}</div>
    </div>
  )
}
