'use client'
import { Button } from '@mantine/core'
import { getReservationRoute, listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import type { CallError } from '@openspot/contract/call.ts'
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
import { codeOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { moneyText } from '@/ui/money.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
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
  const { move: offered, refund: back } = choices
  const params = { problem_id: problem.id }
  const keyFor = useAttemptKey()
  const onError = (failure: CallError) => {
    withNewKey(failure, keyFor)
    // Someone else may have booked the spot meanwhile; the next answer has another one.
    void reloadQueries(queries, [getProblemRoute])
  }
  const doMove = (spot_id: string) => {
    const body = { spot_id, ...(place === inside ? {} : { gate_id: place }) }
    move.mutate({ params, body, idempotency_key: keyFor(JSON.stringify(body)) }, { onError })
  }
  const doRefund = (refund_cents: number) => {
    const body = { refund_cents }
    refund.mutate({ params, body, idempotency_key: keyFor(JSON.stringify(body)) }, { onError })
  }
  const amount = (cents: number) => moneyText(t, cents, choices.currency)
  return (
    <>
      {error ? (
        <Note
          tone="mark"
          title={codeOf(error) === 'choice_changed' ? t('problems.mine.changed') : error.message}
        />
      ) : null}
      {offered ? (
        <section className={css.choice}>
          <h2>{t('problems.mine.moveTitle', { label: offered.spot_label })}</h2>
          {offered.level > 1 || offered.level < 0 ? <p>{levelText(t, offered.level)}</p> : null}
          <p>{t('problems.mine.moveText')}</p>
          {offered.refund_cents > 0 ? (
            <p>{t('problems.mine.moveRefund', { amount: amount(offered.refund_cents) })}</p>
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
            onClick={() => doMove(offered.spot_id)}
          >
            {t('problems.mine.move', { label: offered.spot_label })}
          </Button>
        </section>
      ) : null}
      {back ? (
        <section className={css.choice}>
          <h2>{t('problems.mine.refundTitle', { amount: amount(back.refund_cents) })}</h2>
          <p>{back.rule === 'full' ? t('problems.mine.fullText') : t('problems.mine.restText')}</p>
          <Button
            variant="default"
            h={48}
            loading={refund.isPending}
            disabled={move.isPending}
            onClick={() => doRefund(back.refund_cents)}
          >
            {t('problems.mine.refund')}
          </Button>
        </section>
      ) : null}
      <p className={css.quiet}>{t('problems.mine.waitText')}</p>
    </>
  )
}
