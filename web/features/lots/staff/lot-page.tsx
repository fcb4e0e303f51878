import { getLotRoute, type StaffLot } from '@openspot/contract/lots/lots.ts'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { type ConsoleLot, consoleLot } from '@/lib/console-lot.ts'
import type { LotPath } from '@/lib/lot-sections.ts'
import { translator } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState, NoPermission } from '@/ui/states.tsx'

/** A page of the lot console: loads the lot as the person who opened it, and shows an error if they have no access. */
export async function LotPage({
  lot_id,
  path,
  forAdmins,
  children,
}: {
  lot_id: string
  /** The page to return to after signing in. */
  path: LotPath
  forAdmins?: boolean
  children: (lot: ConsoleLot, settings: StaffLot) => ReactNode
}) {
  const t = await translator()
  const back = path === '' ? `/lots/${lot_id}` : `/lots/${lot_id}/${path}`
  const answer = await fetchPage(back, getLotRoute, { params: { lot_id } }, 'admin')
  if (!answer.ok) {
    if (answer.status === 403) return <Refused />
    if (answer.status === 404 || answer.status === 400) notFound()
    return (
      <>
        <h1 className="sr-only">{t('staff.nav.thisLot')}</h1>
        <ErrorState error={answer} />
      </>
    )
  }
  const lot = consoleLot(answer.data)
  if (answer.data.role === 'MEMBER' || (forAdmins && !lot.is_admin)) return <Refused />
  return children(lot, answer.data)
}

/** Every page has a level-1 heading, including error pages. */
async function Refused() {
  const t = await translator()
  return (
    <>
      <h1 className="sr-only">{t('staff.nav.thisLot')}</h1>
      <NoPermission />
    </>
  )
}
