'use client'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { useParams, usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { isSectionOf, type LotSection } from '@/lib/lot-sections.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { LotLogo } from '@/ui/lot-logo.tsx'
import { SetupBar } from '@/ui/setup/setup-bar.tsx'
import { AccountMenu } from '@/ui/shell/account-menu.tsx'
import { ConsoleMenu } from '@/ui/shell/console-menu.tsx'
import { Logo } from '@/ui/shell/logo.tsx'
import { StaffTools } from '@/ui/shell/staff-tools.tsx'
import { useLotMenu } from '@/ui/shell/use-lot-menu.ts'
import { ZoneNote } from '@/ui/zone-note.tsx'
import css from './staff-shell.module.css'

/** The layout of the lot console: sections on the left, the lot's name above the content. */
export function StaffShell({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const path = usePathname()
  const lotId = useParams<{ lot_id?: string }>()?.lot_id
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { client: 'admin' })
  const me = useApiQuery(getMeRoute, {})
  const lot = memberships.data?.items.find((one) => one.lot_id === lotId)
  const role = lot === undefined || lot.role === 'MEMBER' ? undefined : lot.role
  // Until the role is known, only what all others than patrollers see is shown. A reader without a membership is a platform admin.
  const isTheirs = (section: LotSection) =>
    isSectionOf(section, role ?? (memberships.isSuccess && lot === undefined ? null : 'ADMIN'))
  // Shown until it is known that the reader is a platform admin, so that the sections of all others don't move.
  const canPatrol = lot !== undefined || !memberships.isSuccess
  const isLotAdmin = lot?.status === 'ACTIVE' && (lot.role === 'ADMIN' || lot.role === 'SUPER_ADMIN')
  const menu = useLotMenu({ lot_id: lotId, path, isTheirs, canPatrol })
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {t('common.skip')}
      </a>
      <header className={css.side} data-lot={lotId ? true : undefined}>
        <div className={css.brand}>
          <Logo href="/lots" />
        </div>
        <StaffTools
          lot={lotId === undefined ? null : { lot_id: lotId, lot_name: lot?.lot_name ?? null, role }}
        />
        <nav aria-label={t('staff.nav.label')} className={css.nav}>
          <div className={css.where}>
            <div className={css.places}>
              <Link href="/lots" className={css.lots} aria-current={path === '/lots' ? 'page' : undefined}>
                {t('staff.nav.lots')}
              </Link>
              {lotId && me.data?.roles.includes('OPENSPOT_ADMIN') ? (
                <Link href="/platform" className={css.lots}>
                  {t('staff.nav.platform')}
                </Link>
              ) : null}
            </div>
            {lotId ? (
              <div className={css.lot}>
                <StaffLotLogo lot_id={lotId} />
                <p>{lot?.lot_name ?? <StaffLotName lot_id={lotId} />}</p>
              </div>
            ) : null}
          </div>
          {lotId ? <ConsoleMenu {...menu} path={path} /> : null}
        </nav>
        <div className={css.account}>
          <AccountMenu />
        </div>
      </header>
      <main id="content" className={css.main} tabIndex={-1}>
        {lotId ? <LotZoneNote lot_id={lotId} /> : null}
        {lotId && isLotAdmin ? <SetupBar lot_id={lotId} /> : null}
        {children}
      </main>
    </div>
  )
}

/** Names the zone of the lot, in which all its times are, where the reader's clock shows others. */
function LotZoneNote({ lot_id }: { lot_id: string }) {
  const lot = useApiQuery(getLotRoute, { params: { lot_id } }, { client: 'admin' })
  const { now } = useClock()
  return lot.data ? (
    <div className={css.zone}>
      <ZoneNote at={now} zone={lot.data.time_zone} />
    </div>
  ) : null
}

/** The name of a lot for a reader without a membership, such as a platform admin. */
function StaffLotName({ lot_id }: { lot_id: string }) {
  const t = useTranslations()
  const lot = useApiQuery(getLotRoute, { params: { lot_id } }, { client: 'admin' })
  return lot.data?.name ?? t('staff.nav.thisLot')
}

/** The lot's logo next to its name, once loaded. */
function StaffLotLogo({ lot_id }: { lot_id: string }) {
  const lot = useApiQuery(getLotRoute, { params: { lot_id } }, { client: 'admin' })
  return <LotLogo url={lot.data?.logo_url ?? null} size={28} />
}
