'use client'
import { Button } from '@mantine/core'
import {
  acceptCarProposalRoute,
  type CarProposal,
  dismissCarProposalRoute,
  listMyCarProposalsRoute,
  listMyCarsRoute,
} from '@openspot/contract/people/cars.ts'
import { useTranslations } from 'use-intl'
import { carLook } from '@/lib/car-look.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import css from './cars.module.css'

const refresh = [listMyCarsRoute, listMyCarProposalsRoute]

/** Vehicles as recorded by lots, for their owner to accept or dismiss. Renders nothing if there are none. */
export function CarProposals() {
  const t = useTranslations()
  const proposals = useApiQuery(listMyCarProposalsRoute, {})
  const items = proposals.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className={css.proposals} aria-labelledby="car-proposals">
      <h2 id="car-proposals">{t('cars.proposals.title')}</h2>
      <p className={css.hint}>{t('cars.proposals.text')}</p>
      <ul className={css.list}>
        {items.map((one) => (
          <Proposal key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Proposal({ one }: { one: CarProposal }) {
  const t = useTranslations()
  const accept = useApiMutation(acceptCarProposalRoute, { refresh })
  const dismiss = useApiMutation(dismissCarProposalRoute, { refresh })
  const error = accept.error ?? dismiss.error
  const which = { params: { car_note_id: one.id } }
  return (
    <li className={css.car}>
      <div className={css.what}>
        <p>
          {one.car
            ? t('cars.proposals.changed', { lot: one.lot_name })
            : t('cars.proposals.added', { lot: one.lot_name })}
        </p>
        <p className={css.recorded}>
          {one.car ? (
            <>
              <Plate plate={one.car.plate} region={one.car.region || null} size="sm" />
              <span className="sr-only">{t('cars.proposals.as')}</span>
              <span aria-hidden="true"> → </span>
            </>
          ) : null}
          <Plate plate={one.plate} region={one.region || null} size="sm" /> {carLook(one)}
        </p>
        {one.reason ? <p className={css.hint}>{t('cars.proposals.reason', { reason: one.reason })}</p> : null}
        {error ? <Note tone="bad" title={error.message} /> : null}
      </div>
      <span className={css.acts}>
        <Button
          size="compact-md"
          aria-label={t('cars.proposals.acceptLabel', { plate: one.plate })}
          loading={accept.isPending}
          disabled={dismiss.isPending}
          onClick={() => accept.mutate(which)}
        >
          {t('cars.proposals.accept')}
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('cars.proposals.dismissLabel', { plate: one.plate })}
          loading={dismiss.isPending}
          disabled={accept.isPending}
          onClick={() => dismiss.mutate(which)}
        >
          {t('cars.proposals.dismiss')}
        </Button>
      </span>
    </li>
  )
}
