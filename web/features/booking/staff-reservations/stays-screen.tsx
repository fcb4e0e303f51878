'use client'
import { Button } from '@mantine/core'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { IconPlus } from '@tabler/icons-react'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListFrame } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { stayColumns } from '@/ui/stay/stay-columns.tsx'
import { words } from '@/words/index.ts'
import { StaysCsv } from './stays-csv.tsx'
import { isNarrowed, noFilter } from './stays-filter.ts'
import { StaysFilters } from './stays-filters.tsx'
import css from './stays-screen.module.css'
import { useLotStays, useStaysFilter } from './use-lot-stays.ts'

const watched = [listParkHistoryRoute]

/** The reservations of a lot, updated live; the filter is in the URL. */
export function StaysScreen({ lot }: { lot: ConsoleLot }) {
  const say = words.staffReservations
  useLotEvents(lot.id, watched)
  const [filter, change] = useStaysFilter()
  const answer = useLotStays(lot.id, lot.time_zone, filter)
  const add = lot.is_admin ? (
    <Button
      component={Link}
      href={`/lots/${lot.id}/reservations/new`}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {say.add}
    </Button>
  ) : null
  return (
    <div className={css.screen}>
      <PageHead title={say.title} action={add} />
      <ListFrame
        pages={answer}
        path={`/lots/${lot.id}/reservations`}
        say={say}
        filters={<StaysFilters lot_id={lot.id} filter={filter} onChange={change} />}
        isNarrowed={isNarrowed(filter)}
        onClear={() => change(noFilter)}
        csv={<StaysCsv lot={lot} filter={filter} />}
      >
        {(stays) => (
          <DataTable label={say.title} columns={stayColumns(lot)} rows={stays} keyOf={(stay) => stay.id} />
        )}
      </ListFrame>
    </div>
  )
}
