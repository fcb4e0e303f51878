'use client'
import { Button } from '@mantine/core'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import {
  getReservationValidationRoute,
  type PublicOption,
  setIntendedOptionRoute,
  validateReservationRoute,
} from '@openspot/contract/operations/validation.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, Note } from '@/ui/states.tsx'
import { ReservationTime, reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import { rememberOption } from '@/ui/validation/chosen-option.ts'
import { discountText } from '@/ui/validation/option-text.ts'
import css from '@/ui/validation/validation.module.css'

/** What a partner's QR code leads to: the driver chooses the reservation that it validates. */
export function ScanScreen({
  option,
  public_option_id,
  isSignedIn,
}: {
  option: PublicOption
  public_option_id: string
  isSignedIn: boolean
}) {
  const t = useTranslations()
  const { lot } = option
  return (
    <div className={css.list}>
      <h1>{t('validation.scan.heading', { partner: option.partner_name })}</h1>
      <p>{t('validation.scan.at', { discount: discountText(t, option, lot.currency), lot: lot.name })}</p>
      {option.is_available ? null : <Note tone="mark" title={t('validation.scan.paused')} />}
      {isSignedIn ? (
        <MyParking option={option} public_option_id={public_option_id} />
      ) : (
        <>
          <p className={css.quiet}>{t('validation.scan.signInText')}</p>
          <Button
            component={Link}
            h={56}
            href={`/sign-in?next=${encodeURIComponent(`/v/${public_option_id}`)}`}
          >
            {t('common.signIn')}
          </Button>
          <BookFirst option={option} public_option_id={public_option_id} />
        </>
      )}
    </div>
  )
}

function BookFirst({
  option: { lot },
  public_option_id,
}: {
  option: PublicOption
  public_option_id: string
}) {
  const t = useTranslations()
  return (
    <Button
      component={Link}
      variant="default"
      h={48}
      href={`/l/${lot.public_id}`}
      onClick={() => rememberOption(lot.id, public_option_id)}
    >
      {t('validation.scan.book')}
    </Button>
  )
}

/** How long after it a reservation is offered: the validation window, and a little for its end on another spot. */
const offeredMs = 2 * 86_400_000

function MyParking(of: { option: PublicOption; public_option_id: string }) {
  const t = useTranslations()
  const { now } = useClock()
  const upcoming = useApiQuery(listParkHistoryRoute, { query: { when: 'upcoming', limit: 50 } })
  const past = useApiQuery(listParkHistoryRoute, { query: { when: 'past', limit: 20 } })
  if (upcoming.isError) return <ErrorState error={upcoming.error} onRetry={() => upcoming.refetch()} />
  if (!upcoming.data || !past.data) return <ListSkeleton rows={2} />
  const here = [...upcoming.data.items, ...past.data.items].filter(
    ({ lot_id, status, ends_at }) =>
      lot_id === of.option.lot.id &&
      status === 'ACTIVE' &&
      ends_at !== null &&
      Date.parse(ends_at) > Date.parse(now) - offeredMs,
  )
  const sorted = here.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
  if (sorted.length === 0) {
    return (
      <EmptyState
        title={t('validation.scan.noneTitle')}
        text={t('validation.scan.noneText', { lot: of.option.lot.name })}
        action={<BookFirst {...of} />}
      />
    )
  }
  return (
    <section className={css.list} aria-label={t('validation.scan.choose')}>
      {sorted.map((reservation) => (
        <OneReservation key={reservation.id} reservation={reservation} {...of} />
      ))}
    </section>
  )
}

function OneReservation({
  reservation,
  option,
  public_option_id,
}: {
  reservation: Reservation
  option: PublicOption
  public_option_id: string
}) {
  const t = useTranslations()
  const zone = option.lot.time_zone
  const timeFormat = useTimeFormat(zone)
  const params = { reservation_id: reservation.id, public_option_id }
  const answer = useApiQuery(getReservationValidationRoute, {
    params: { reservation_id: reservation.id },
    query: { public_option_id },
  })
  const refresh = [getReservationValidationRoute]
  const validate = useApiMutation(validateReservationRoute, { refresh })
  const choose = useApiMutation(setIntendedOptionRoute, { refresh })
  const found = answer.data
  const [offer] = found?.options ?? []
  const time = reservationTimeText(t, reservation, timeFormat)
  const money = (cents: number) => moneyText(t, cents, option.lot.currency)
  const isPlanned = found?.intended?.option_id === option.option_id
  return (
    <article className={css.part} aria-busy={answer.isPending || undefined}>
      <h2>
        <ReservationTime starts_at={reservation.starts_at} ends_at={reservation.ends_at} zone={zone} />
      </h2>
      {answer.isError ? <ErrorState error={answer.error} onRetry={() => answer.refetch()} /> : null}
      {validate.error ? <Note tone="bad" title={validate.error.message} /> : null}
      {choose.error ? <Note tone="bad" title={choose.error.message} /> : null}
      {found?.validation ? (
        <>
          <Note tone="good" title={t('validation.driver.done', { partner: found.validation.partner_name })}>
            <p>{t('validation.driver.doneText', { amount: money(found.validation.value_cents) })}</p>
          </Note>
          <Link href={`/me/reservations/${reservation.id}`}>{t('validation.scan.details')}</Link>
        </>
      ) : offer ? (
        <>
          {offer.refusal === null || offer.refusal === 'NOT_STARTED' ? (
            <p>{t('validation.driver.back', { amount: money(offer.value_cents) })}</p>
          ) : (
            <p className={css.quiet}>{t(`validation.reasons.${offer.refusal}`)}</p>
          )}
          {offer.refusal === null ? (
            <Button
              h={56}
              aria-label={t('validation.scan.validateOf', { time })}
              loading={validate.isPending}
              onClick={() => validate.mutate({ params })}
            >
              {t('validation.scan.validate')}
            </Button>
          ) : offer.refusal === 'NOT_STARTED' ? (
            isPlanned ? (
              <p className={css.quiet}>{t('validation.scan.planned')}</p>
            ) : (
              <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate({ params })}>
                {t('validation.scan.choosePlan')}
              </Button>
            )
          ) : null}
        </>
      ) : null}
    </article>
  )
}
