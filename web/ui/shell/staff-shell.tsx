'use client'
import { getLot } from '@openspot/contract/lots.ts'
import { listMyMemberships } from '@openspot/contract/users.ts'
import Link from 'next/link'
import { useParams, usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAsk } from '@/lib/use-api.ts'
import { LotLogo } from '@/ui/lot-logo.tsx'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { words } from '@/words/index.ts'
import css from './staff-shell.module.css'

/** What there is to do in a lot, by what it is about; each place is a folder of its name. */
const sections = {
  now: ['monitor', 'reservations'],
  places: ['spots', 'maps', 'signs'],
  terms: ['prices', 'rules'],
  people: ['members', 'groups', 'invites', 'cars'],
  money: ['refunds', 'payouts', 'plan'],
  lot: ['settings', 'logo', 'audit'],
} as const
type Place = (typeof sections)[keyof typeof sections][number]
/** What is no matter of patrollers. */
const adminPlaces: readonly Place[] = [
  'maps',
  'signs',
  'groups',
  'invites',
  'refunds',
  'payouts',
  'plan',
  'settings',
  'logo',
]
/** What only who owns the lot looks at. */
const ownerPlaces: readonly Place[] = ['audit']

/** The frame of the staff console: places at the left, the lot's name above what one does in it. */
export function StaffShell({ children }: { children: ReactNode }) {
  const path = usePathname()
  const lotId = useParams<{ lot_id?: string }>()?.lot_id
  const memberships = useAsk(listMyMemberships, {}, { client: 'admin' })
  const lot = memberships.data?.items.find((one) => one.lot_id === lotId)
  const { nav } = words.staff
  const places = useRef<HTMLDivElement>(null)
  // On a phone they stand in one line: the present one is in sight.
  useEffect(() => {
    if (path)
      places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  const isTheirs = (place: Place) =>
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
              <div className={css.lot}>
                <StaffLotLogo lot_id={lotId} />
                <p>{lot?.lot_name ?? nav.thisLot}</p>
              </div>
              <div className={css.places} ref={places}>
                {Object.entries(sections).map(([section, all]) => (
                  <Section key={section} name={nav.sections[section as keyof typeof sections]}>
                    {all.filter(isTheirs).map((place) => (
                      <Link
                        key={place}
                        href={`/lots/${lotId}/${place}`}
                        aria-current={current(`/lots/${lotId}/${place}`)}
                      >
                        {nav[place]}
                      </Link>
                    ))}
                  </Section>
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

/** The lot's logo beside its name, once it is known. */
function StaffLotLogo({ lot_id }: { lot_id: string }) {
  const lot = useAsk(getLot, { params: { lot_id } }, { client: 'admin' })
  return <LotLogo url={lot.data?.logo_url ?? null} size={28} />
}

/** Places that belong together; without any there is no section. */
function Section({ name, children }: { name: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <fieldset className={css.section}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}
