'use client'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { IconSearch, IconTicket, IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useSignedInHint } from '@/lib/signed-in-hint.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './bottom-nav.module.css'

type Place = 'find' | 'reservations' | 'account'

/**
 * The three places of a driver at the bottom of a phone. Guests have reservations on this device but no account: what is theirs is their
 * pass, and no sign-in is asked of them. A page with a button of its own at the bottom shows that instead (`tokens.css`).
 */
export function BottomNav() {
  const t = useTranslations()
  const path = usePathname() ?? '/'
  const isKnown = useSignedInHint()
  // Nobody sees these pages without a session, so the first paint is right too.
  const isMine = path === '/me' || path.startsWith('/me/')
  const me = useApiQuery(getMeRoute, {}, { enabled: isKnown || isMine })
  const hasAccount = me.data ? me.data.account_status !== 'GHOST' : !me.isError && (isKnown || isMine)
  const here = placeOf(path, hasAccount)
  // Where a link opened the pass, nobody is signed in who could have a list.
  const isLinked = !hasAccount && !me.data && path.startsWith('/guest/')
  const places = [
    { place: 'find', href: '/', Icon: IconSearch, label: t('common.nav.find') },
    {
      place: 'reservations',
      href: isLinked ? path : '/me',
      Icon: IconTicket,
      label: t('common.nav.reservations'),
    },
    ...(hasAccount
      ? [{ place: 'account', href: '/me/profile', Icon: IconUser, label: t('common.nav.account') } as const]
      : isLinked || me.data
        ? []
        : [{ place: 'account', href: '/sign-in', Icon: IconUser, label: t('common.signIn') } as const]),
  ] as const
  return (
    <nav className={css.nav} aria-label={t('common.nav.label')} data-bottom="nav">
      {places.map(({ place, href, Icon, label }) => (
        <Link
          key={place}
          href={href}
          prefetch={false}
          aria-current={place !== here ? undefined : path === href ? 'page' : 'true'}
        >
          <Icon size={22} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The place that a page belongs to; none for pages such as help. */
function placeOf(path: string, hasAccount: boolean): Place | null {
  if (path === '/me' || /^\/(me\/reservations|guest\/)/.test(path)) return 'reservations'
  if (path.startsWith('/me/')) return hasAccount ? 'account' : null
  if (/^\/(sign-in|sign-up|claim)(\/|$)/.test(path)) return hasAccount ? null : 'account'
  return /^\/($|l\/|parking(\/|$))/.test(path) ? 'find' : null
}
