'use client'
import { listGateOpensRoute } from '@openspot/contract/operations/gates.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { openColumns } from './open-columns.tsx'

/** Who opened a gate, why they could, and what became of it. */
export function GateHistoryScreen({ lot, gate }: { lot: ConsoleLot; gate: { id: string; name: string } }) {
  const t = useTranslations()
  const params = { lot_id: lot.id, gate_id: gate.id }
  const pages = usePages(
    listGateOpensRoute,
    (query) => ({ params, query }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  useLotEvents(lot.id, [listGateOpensRoute])
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/gates`}>{t('gates.title')}</Link>}
        title={t('gates.historyOf', { name: gate.name })}
      />
      <PagedList
        label={t('gates.historyOf', { name: gate.name })}
        pages={pages}
        columns={openColumns(t, lot)}
        bar={null}
        empty={<EmptyState title={t('gates.historyEmptyTitle')} text={t('gates.historyEmptyText')} />}
        more={t('gates.more')}
      />
    </>
  )
}
