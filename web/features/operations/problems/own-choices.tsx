'use client'
import { Button } from '@mantine/core'
import { getReservationRoute, listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { listGatesRoute } from '@openspot/contract/operations/gates.ts'
import {
  getProblemRoute,
  listMyProblemsRoute,
  moveFromProblemRoute,
  type Problem,
  refundProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import css from './problems.module.css'

const refresh = [getProblemRoute, listMyProblemsRoute, getReservationRoute, listParkHistoryRoute]
const inside = 'inside'

/** The choices of a driver whose spot is taken: another spot, or the money back. */
export function OwnChoices({
  problem,
  choices,
}: {
  problem: Problem
  choices: NonNullable<Problem['choices']>
}) {
  const t = useTranslations()
  const queries = useQueryClient()
  const [place, setPlace] = useState(inside)
  const gates = useApiQuery(listGatesRoute, { params: { lot_id: problem.lot_id } })
  const openable = (gates.data?.items ?? []).filter((gate) => gate.may_open && !gate.needs_note)
  const move = useApiMutation(moveFromProblemRoute, { refresh })
  const refund = useApiMutation(refundProblemRoute, { refresh })
  const error = move.error ?? refund.error
  const params = { problem_id: problem.id }
  // Someone else may have booked the spot meanwhile; the next answer has another one.
  const onError = () => void queries.invalidateQueries({ queryKey: [getProblemRoute.url] })
  const amount = (cents: number) => moneyText(t, cents, choices.currency)
  return (
    <>
      {error ? (
        <Note
          tone="mark"
          title={error.body.code === 'choice_changed' ? t('problems.mine.changed') : error.message}
        />
      ) : null}
      {choices.move ? (
        <section className={css.choice}>
          <h2>{t('problems.mine.moveTitle', { label: choices.move.spot_label })}</h2>
          <p>{t('problems.mine.moveText', { level: choices.move.level })}</p>
          {choices.move.refund_cents > 0 ? (
            <p>{t('problems.mine.moveRefund', { amount: amount(choices.move.refund_cents) })}</p>
          ) : null}
          {openable.length > 0 ? (
            <Choice
              name="place"
              legend={t('problems.mine.gate')}
              value={place}
              onChange={setPlace}
              options={[
                { value: inside, content: t('problems.mine.inside') },
                ...openable.map((gate) => ({
                  value: gate.id,
                  content: t('problems.mine.atGate', { name: gate.name }),
                })),
              ]}
            />
          ) : null}
          <Button
            h={52}
            size="md"
            loading={move.isPending}
            disabled={refund.isPending}
            onClick={() =>
              move.mutate(
                {
                  params,
                  body: {
                    spot_id: choices.move?.spot_id ?? '',
                    ...(place === inside ? {} : { gate_id: place }),
                  },
                  idempotency_key: crypto.randomUUID(),
                },
                { onError },
              )
            }
          >
            {t('problems.mine.move', { label: choices.move.spot_label })}
          </Button>
        </section>
      ) : null}
      {choices.refund ? (
        <section className={css.choice}>
          <h2>{t('problems.mine.refundTitle', { amount: amount(choices.refund.refund_cents) })}</h2>
          <p>{choices.refund.rule === 'full' ? t('problems.mine.fullText') : t('problems.mine.restText')}</p>
          <Button
            variant="default"
            h={48}
            loading={refund.isPending}
            disabled={move.isPending}
            onClick={() =>
              refund.mutate(
                {
                  params,
                  body: { refund_cents: choices.refund?.refund_cents ?? 0 },
                  idempotency_key: crypto.randomUUID(),
                },
                { onError },
              )
            }
          >
            {t('problems.mine.refund')}
          </Button>
        </section>
      ) : null}
      <p className={css.quiet}>{t('problems.mine.waitText')}</p>
    </>
  )
}
