'use client'
import { Rating as RatingField, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { getMyRatingRoute, rateReservationRoute } from '@openspot/contract/lots/ratings.ts'
import { MAX_RATING_LENGTH } from '@openspot/core/lots/ratings.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { RatingItem } from '@/ui/lot/rating-item.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './rate-part.module.css'

/** Asks the driver of a past reservation for a rating, or shows the one that they gave. Nothing if it can't be rated anymore. */
export function RatePart({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const params = { reservation_id: reservation.id }
  const zone = reservation.lot.time_zone
  const answer = useApiQuery(getMyRatingRoute, { params }, { enabled: reservation.seen_as === 'DRIVER' })
  const [{ stars, text }, change, forget] = useDraft(`rating ${reservation.id}`, () => ({
    stars: 0,
    text: '',
  }))
  const send = useApiMutation(rateReservationRoute, { refresh: [getMyRatingRoute] })
  if (!answer.data) return null
  const { rating, rate_until } = answer.data
  if (rating) {
    return (
      <Panel title={t('ratings.rate.yours')}>
        <RatingItem rating={rating} zone={zone} />
      </Panel>
    )
  }
  if (rate_until === null) return null
  return (
    <Panel title={t('ratings.rate.title')} text={t('ratings.rate.text')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(
            { params, body: { stars, text: text.trim() || null } },
            {
              onSuccess: () => {
                forget()
                notifications.show({ message: t('ratings.rate.thanks') })
              },
            },
          )
        }}
      >
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        <fieldset className={css.stars}>
          <legend>{t('ratings.rate.legend')}</legend>
          <RatingField
            size="xl"
            value={stars}
            onChange={(value) => change({ stars: value, text })}
            getSymbolLabel={(value) => t('ratings.stars', { stars: value })}
          />
        </fieldset>
        <Textarea
          label={t('ratings.rate.words')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_RATING_LENGTH}
          value={text}
          onChange={(event) => change({ stars, text: event.currentTarget.value })}
        />
        <Buttons>
          <GatedButton
            type="submit"
            loading={send.isPending}
            why={missingText(t, [[t('ratings.rate.legend'), stars > 0]])}
          >
            {t('ratings.rate.send')}
          </GatedButton>
        </Buttons>
        <p className={css.until}>
          {t.rich('ratings.rate.until', { time: tag(<Moment at={rate_until} zone={zone} inside />) })}
        </p>
      </form>
    </Panel>
  )
}
