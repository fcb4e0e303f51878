'use client'
import { Menu, UnstyledButton } from '@mantine/core'
import { listMySpotsRoute } from '@openspot/contract/booking/hosting.ts'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { getMyAccountRoute } from '@openspot/contract/money/accounts.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listMyFinesRoute } from '@openspot/contract/operations/fine-notices.ts'
import { listSavedLotsRoute } from '@openspot/contract/people/saved-lots.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { IconChevronDown } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { useCurrentInView } from '@/lib/use-current-in-view.ts'
import css from './shell.module.css'

const INBOX = '/me/notifications'
const SPOTS = '/me/spots'
const EARNINGS = '/me/earnings'
const SAVED = '/me/saved'
const LOTS = '/me/lots'
const PAYMENT_METHODS = '/me/payment-methods'
const FINES = '/me/fines'
const sections = (t: Translate) =>
  [
    ['/me', t('driver.nav.stays')],
    [INBOX, t('driver.nav.inbox')],
    [SAVED, t('savedLots.nav')],
    ['/me/cars', t('driver.nav.cars')],
    [LOTS, t('driver.nav.lots')],
    [SPOTS, t('mySpots.nav')],
    [PAYMENT_METHODS, t('driver.nav.paymentMethods')],
    [FINES, t('fines.mine.nav')],
    [EARNINGS, t('driver.nav.earnings')],
    ['/me/profile', t('driver.nav.profile')],
  ] as const

export function DriverNav() {
  const t = useTranslations()
  const path = usePathname()
  const told = useApiQuery(listNotificationsRoute, { query: { limit: 1 } }, { everySeconds: 60 })
  // Only hosts have earnings.
  const isHost = useApiQuery(getMyAccountRoute, { query: {} }).data?.is_host ?? false
  const hasSpot = (useApiQuery(listMySpotsRoute, {}).data?.items.length ?? 0) > 0
  const ofGuest = useSectionsOfGuest()
  const nav = useRef<HTMLDivElement>(null)
  const unread = told.data?.unread ?? 0
  const shown = sections(t)
    .filter(([href]) => href !== EARNINGS || isHost || path?.startsWith(EARNINGS))
    .filter(([href]) => href !== SPOTS || hasSpot || path?.startsWith(SPOTS))
    .filter(([href]) => (ofGuest[href] ?? true) || path?.startsWith(href))
  useCurrentInView(nav, path, `${shown.length} ${unread > 0}`)
  return (
    <nav className={css.strip} aria-label={t('driver.nav.label')}>
      <div ref={nav} className={css.tabs}>
        {shown.map(([href, word]) => (
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
      </div>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <UnstyledButton className={css.more}>
            {t('driver.nav.more')}
            <IconChevronDown size={16} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {shown.map(([href, word]) => (
            <Menu.Item
              key={href}
              component={Link}
              href={href}
              aria-current={isHere(path, href) ? 'page' : undefined}
            >
              {word}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}

/**
 * Which sections a guest sees: what belongs to an account only if there is something in it, because nothing is taken from a guest who
 * has it. Empty for people with an account, who see all of them.
 */
function useSectionsOfGuest(): Readonly<Record<string, boolean>> {
  const isGuest = useApiQuery(getMeRoute, {}).data?.account_status === 'GHOST'
  const options = { enabled: isGuest }
  const lots = useApiQuery(listMyMembershipsRoute, {}, options)
  const methods = useApiQuery(listPaymentMethodsRoute, {}, options)
  const saved = useApiQuery(listSavedLotsRoute, {}, options)
  const fines = useApiQuery(listMyFinesRoute, {}, options)
  if (!isGuest) return {}
  const has = (answer: { data?: { items: readonly unknown[] } | undefined }) =>
    (answer.data?.items.length ?? 0) > 0
  return { [LOTS]: has(lots), [PAYMENT_METHODS]: has(methods), [SAVED]: has(saved), [FINES]: has(fines) }
}

const isHere = (path: string | null, href: string) =>
  href === '/me' ? path === '/me' || path?.startsWith('/me/reservations') : path?.startsWith(href)
