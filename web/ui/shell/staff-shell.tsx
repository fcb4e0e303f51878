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

/** The frame of the staff console: places at the left, the lot's name above what one does in it. */
export function StaffShell({ children }: { children: ReactNode }) {
  const path = usePathname()
  const lotId = useParams<{ lot_id?: string }>()?.lot_id
  const memberships = useAsk(listMyMemberships, {}, { client: 'admin' })
  const lot = memberships.data?.items.find((one) => one.lot_id === lotId)
  const current = (href: string) => (path === href ? 'page' : undefined)
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {words.common.skip}
      </a>
      <header className={css.side}>
        <div className={css.brand}>
          <Logo href="/lots" />
        </div>
        <nav aria-label={words.staff.nav.label} className={css.nav}>
          <Link href="/lots" aria-current={current('/lots')}>
            {words.staff.nav.lots}
          </Link>
          {lotId ? (
            <>
              <p className={css.lot}>{lot?.lot_name ?? words.staff.nav.thisLot}</p>
              <Link href={`/lots/${lotId}/monitor`} aria-current={current(`/lots/${lotId}/monitor`)}>
                {words.staff.nav.monitor}
              </Link>
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
