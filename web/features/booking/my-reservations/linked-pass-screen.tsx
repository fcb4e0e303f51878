'use client'
import { Button } from '@mantine/core'
import { getLinkedPassRoute, type LinkedPass } from '@openspot/contract/booking/linked-passes.ts'
import { closeLinkedPassesRoute } from '@openspot/contract/identity/guest-links.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { clearKeptPages } from '@/lib/kept-pages.ts'
import { tagAround } from '@/lib/messages/tag.ts'
import { useAsOf, useKeepPass } from '@/lib/offline/use-kept-pass.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { PassGates } from '@/ui/gate/driver-gates.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { Note } from '@/ui/states.tsx'
import { ConfirmToChange } from './confirm-to-change.tsx'
import { ContinuedBy } from './continued-by.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Pass } from './pass.tsx'
import css from './reservations.module.css'

/**
 * A pass that the link in its guest's email or text opened: where and when, the gate, and what was paid. It changes nothing; to do that, its
 * guest confirms that it is theirs.
 */
export function LinkedPassScreen({
  initial,
  extend_to,
  outbox,
}: {
  initial: LinkedPass
  /** The later end that a reminder offers. */
  extend_to: string | null
  outbox: boolean
}) {
  const t = useTranslations()
  const { now } = useClock()
  const answer = useApiQuery(
    getLinkedPassRoute,
    { params: { reservation_id: initial.id } },
    { initialData: initial, everySeconds: 30 },
  )
  const { is_offline, as_of } = useAsOf(answer)
  const pass = answer.data ?? initial
  const zone = pass.lot.time_zone
  const { id, status, starts_at, ends_at, spot_id } = pass
  useKeepPass(
    '/guest',
    is_offline
      ? null
      : {
          id,
          user_id: null,
          version: JSON.stringify([
            status,
            starts_at,
            ends_at,
            spot_id,
            pass.car?.plate,
            pass.continued_by?.id,
            pass.continued_by?.spot_label,
          ]),
        },
  )
  // The link was turned off, or has expired.
  if (answer.error && [401, 404].includes(answer.error.status)) {
    return (
      <Note tone="mark" title={t('linkedPass.goneTitle')}>
        <p>
          <Link href="/claim">{t('linkedPass.goneOther')}</Link>
        </p>
      </Note>
    )
  }
  return (
    <div className={css.stack}>
      {is_offline ? <OfflineNote as_of={as_of} zone={zone} /> : null}
      {pass.continued_by ? (
        <ContinuedBy part={pass.continued_by} zone={zone} folder="/guest" isLinked />
      ) : null}
      <Pass
        reservation={pass}
        linked={pass}
        arrival={undefined}
        heading="h1"
        is_offline={is_offline}
        gates={
          !is_offline && status === 'ACTIVE' && phaseOf(pass, now) !== 'held' ? (
            <PassGates reservation_id={id} zone={zone} />
          ) : null
        }
      />
      {is_offline ? null : (
        <>
          <ConfirmToChange pass={pass} extend_to={extend_to} outbox={outbox} />
          <Payments pass={pass} />
          {pass.continues ? (
            <p className={css.quiet}>
              {t.rich('driver.paidBefore', {
                link: tagAround(<Link href={`/guest/${pass.continues.id}`} />),
              })}
            </p>
          ) : null}
          <ClosePass />
        </>
      )}
    </div>
  )
}

/** What was paid, without how. */
function Payments({ pass }: { pass: LinkedPass }) {
  const t = useTranslations()
  const payments = pass.payments.filter(({ lines }) => lines.length > 0)
  if (payments.length === 0) return null
  return (
    <section className={css.card}>
      <h2>{t('driver.price')}</h2>
      {payments.map(
        ({ number, status, currency, total_cents, refunded_cents, refund_pending_cents, lines }) => (
          <div key={number} className={css.invoiceBlock}>
            <PriceLines price={{ currency, total_cents, lines }} />
            <div className={css.invoice}>
              <span>{t('driver.paymentNumber', { number: String(number) })}</span>
              <strong>{t(`driver.invoiceStatuses.${status}`)}</strong>
              {refunded_cents > 0 ? (
                <span>{t('driver.refunded', { amount: moneyText(t, refunded_cents, currency) })}</span>
              ) : null}
              {refund_pending_cents > 0 ? (
                <span>
                  {t('driver.refundPending', { amount: moneyText(t, refund_pending_cents, currency) })}
                </span>
              ) : null}
            </div>
          </div>
        ),
      )}
    </section>
  )
}

/** For a device that others use. The link in the email still works. */
function ClosePass() {
  const t = useTranslations()
  const close = useApiMutation(closeLinkedPassesRoute)
  return (
    <div className={css.cancel}>
      {close.error ? <p role="alert">{close.error.message}</p> : null}
      <Button
        variant="default"
        loading={close.isPending || close.isSuccess}
        onClick={() =>
          close.mutate(
            {},
            {
              onSuccess: () => void clearKeptPages().finally(() => window.location.assign('/')),
            },
          )
        }
      >
        {t('linkedPass.close')}
      </Button>
    </div>
  )
}
