'use client'
import { Button } from '@mantine/core'
import {
  acceptCarProposalRoute,
  type CarProposal,
  dismissCarProposalRoute,
  listMyCarProposalsRoute,
  listMyCarsRoute,
} from '@openspot/contract/people/cars.ts'
import { carLook } from '@/lib/car-look.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './cars.module.css'

const say = words.cars.proposals
const refresh = [listMyCarsRoute, listMyCarProposalsRoute]

/** Vehicles as recorded by lots, for their owner to accept or dismiss. Renders nothing if there are none. */
export function CarProposals() {
  const proposals = useApiQuery(listMyCarProposalsRoute, {})
  const items = proposals.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={css.proposals} aria-labelledby="car-proposals">
      <h2 id="car-proposals">{say.title}</h2>
      <p className={css.hint}>{say.text}</p>
      <ul className={css.list}>
        {items.map((one) => (
          <Proposal key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Proposal({ one }: { one: CarProposal }) {
  const accept = useApiMutation(acceptCarProposalRoute, { refresh })
  const dismiss = useApiMutation(dismissCarProposalRoute, { refresh })
  const error = accept.error ?? dismiss.error
  const which = { params: { car_note_id: one.id } }
  return (
    <li className={css.car}>
      <div className={css.what}>
        <p>{one.car ? say.changed(one.lot_name) : say.added(one.lot_name)}</p>
        <p className={css.recorded}>
          {one.car ? (
            <>
              <Plate plate={one.car.plate} region={one.car.region || null} size="sm" /> {say.as}{' '}
            </>
          ) : null}
          <Plate plate={one.plate} region={one.region || null} size="sm" /> {carLook(one)}
        </p>
        {one.reason ? <p className={css.hint}>{say.reason(one.reason)}</p> : null}
        {error ? <Note tone="bad" title={error.message} /> : null}
      </div>
      <span className={css.acts}>
        <Button
          size="compact-md"
          aria-label={say.acceptLabel(one.plate)}
          loading={accept.isPending}
          disabled={dismiss.isPending}
          onClick={() => accept.mutate(which)}
        >
          {say.accept}
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={say.dismissLabel(one.plate)}
          loading={dismiss.isPending}
          disabled={accept.isPending}
          onClick={() => dismiss.mutate(which)}
        >
          {say.dismiss}
        </Button>
      </span>
    </li>
  )
}
