'use client'
import { listMyMemberships } from '@openspot/contract/users.ts'
import Link from 'next/link'
import { useParams, usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useAsk } from '@/lib/use-api.ts'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { words } from '@/words/index.ts'
import css from './staff-shell.module.css'

/** What there is to do in a lot, each in a folder of its name. */
const places = ['monitor', 'reservations', 'spots', 'prices', 'rules', 'plan', 'audit'] as const
/** Of those, what is no matter of patrollers. */
const adminPlaces: readonly string[] = ['plan']
/** Of those, what only who owns the lot looks at. */
const ownerPlaces: readonly string[] = ['audit']

/** The frame of the staff console: places at the left, the lot's name above what one does in it. */
export function StaffShell({ children }: { children: ReactNode }) {
  const path = usePathname()
  const lotId = useParams<{ lot_id?: string }>()?.lot_id
  const memberships = useAsk(listMyMemberships, {}, { client: 'admin' })
  const lot = memberships.data?.items.find((one) => one.lot_id === lotId)
  const { nav } = words.staff
  const isTheirs = (place: string) =>
    (lot?.role !== 'PATROLLER' || !adminPlaces.includes(place)) &&
    // Who looks at a lot without belonging to it is of the platform.
    (!ownerPlaces.includes(place) || (lot ? lot.role === 'SUPER_ADMIN' : memberships.isSuccess))
  // What lies below a place is still in it.
  const current = (href: string) => (path === href ? 'page' : path?.startsWith(`${href}/`) ? true : undefined)
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {words.common.skip}
      </a>
      <header className={css.side} data-lot={lotId ? true : undefined}>
        <div className={css.brand}>
          <Logo href="/lots" />
        </div>
        <nav aria-label={nav.label} className={css.nav}>
          <Link href="/lots" className={css.lots} aria-current={path === '/lots' ? 'page' : undefined}>
            {nav.lots}
          </Link>
          {lotId ? (
            <>
              <p className={css.lot}>{lot?.lot_name ?? nav.thisLot}</p>
              <div className={css.places}>
                {places.filter(isTheirs).map((place) => (
                  <Link
                    key={place}
                    href={`/lots/${lotId}/${place}`}
                    aria-current={current(`/lots/${lotId}/${place}`)}
                  >
                    {nav[place]}
                  </Link>
                ))}
              </div>
            </>
          ) : null}
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
