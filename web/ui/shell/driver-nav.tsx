'use client'
import { getMyAccountRoute } from '@openspot/contract/money/accounts.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { useCurrentInView } from '@/lib/use-current-in-view.ts'
import css from './shell.module.css'

const INBOX = '/me/notifications'
const EARNINGS = '/me/earnings'
const sections = (t: Translate) =>
  [
    ['/me', t('driver.nav.stays')],
    [INBOX, t('driver.nav.inbox')],
    ['/me/cars', t('driver.nav.cars')],
    ['/me/lots', t('driver.nav.lots')],
    ['/me/payment-methods', t('driver.nav.paymentMethods')],
    ['/me/fines', t('fines.mine.nav')],
    [EARNINGS, t('driver.nav.earnings')],
    ['/me/profile', t('driver.nav.profile')],
  ] as const

export function DriverNav() {
  const t = useTranslations()
  const path = usePathname()
  const told = useApiQuery(listNotificationsRoute, { query: { limit: 1 } }, { everySeconds: 60 })
  // Only hosts have earnings.
  const isHost = useApiQuery(getMyAccountRoute, { query: {} }).data?.is_host ?? false
  const nav = useRef<HTMLElement>(null)
  useCurrentInView(nav, path)
  const unread = told.data?.unread ?? 0
  return (
    <nav ref={nav} className={css.tabs} aria-label={t('driver.nav.label')}>
      {sections(t)
        .filter(([href]) => href !== EARNINGS || isHost || path?.startsWith(EARNINGS))
        .map(([href, word]) => (
          <Link key={href} href={href} aria-current={isHere(path, href) ? 'page' : undefined}>
            {word}
            {href === INBOX && unread > 0 ? (
              <span className={css.unread}>
                <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                <span className="sr-only">{t('driver.nav.unread', { count: unread })}</span>
              </span>
            ) : null}
          </Link>
        ))}
    </nav>
  )
}

const isHere = (path: string | null, href: string) =>
  href === '/me' ? path === '/me' || path?.startsWith('/me/reservations') : path?.startsWith(href)
