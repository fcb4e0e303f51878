'use client'
import { listParkHistory } from '@openspot/contract/reservations.ts'
import { useAsk } from '@/lib/use-api.ts'
import { Money } from '@/ui/money.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { Stay } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './lot-stays.module.css'

/** The stays of the lot that are running or to come, as rows. */
export function LotStays({ lot_id, zone }: { lot_id: string; zone: string }) {
  const say = words.staff.monitor
  const stays = useAsk(
    listParkHistory,
    { query: { lot_id, when: 'upcoming', limit: 50 } },
    { client: 'admin' },
  )
  const items = stays.data?.items ?? []
  const { columns } = say
  return (
    <section className={css.stays}>
      <h2>{say.reservations}</h2>
      {stays.isPending ? <ListSkeleton rows={3} /> : null}
      {stays.isError && !stays.data ? (
        <ErrorState error={stays.error} onRetry={() => stays.refetch()} />
      ) : null}
      {stays.data && items.length === 0 ? <p className={css.quiet}>{say.reservationsEmpty}</p> : null}
      {items.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section className={css.scroll} aria-label={say.reservations} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{columns.spot}</th>
                <th scope="col">{columns.time}</th>
                <th scope="col">{columns.driver}</th>
                <th scope="col">{columns.plate}</th>
                <th scope="col">{columns.status}</th>
                <th scope="col" className={css.right}>
                  {columns.total}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((stay) => (
                <tr key={stay.id}>
                  <th scope="row">{stay.spot.label}</th>
                  <td>
                    <Stay starts_at={stay.starts_at} ends_at={stay.ends_at} zone={zone} />
                  </td>
                  <td>{[stay.driver?.first_name, stay.driver?.last_name].filter(Boolean).join(' ')}</td>
                  <td>{stay.car ? <Plate plate={stay.car.plate} size="sm" /> : null}</td>
                  <td>{words.driver.statuses[stay.status]}</td>
                  <td className={css.right}>
                    {stay.total_cents !== null && stay.currency ? (
                      <Money cents={stay.total_cents} currency={stay.currency} />
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  )
}
