'use client'
import { Button, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  listStaffRatingsRoute,
  replyToRatingRoute,
  type StaffRating,
} from '@openspot/contract/lots/ratings.ts'
import { MAX_RATING_LENGTH } from '@openspot/core/lots/ratings.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { RatingItem } from '@/ui/lot/rating-item.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './ratings.module.css'

/** A rating with the reply of the lot, which can be written, changed, and removed. */
export function StaffRatingItem({ lot, rating }: { lot: ConsoleLot; rating: StaffRating }) {
  const t = useTranslations()
  const [{ typed, isOpen }, change, forget] = useDraft(`reply ${rating.id}`, () => ({
    typed: '',
    isOpen: false,
  }))
  const close = () => {
    change({ typed: '', isOpen: false })
    forget()
  }
  const send = useApiMutation(replyToRatingRoute, { client: 'admin', refresh: [listStaffRatingsRoute] })
  const save = (reply: string | null) =>
    send.mutate(
      { params: { lot_id: lot.id, rating_id: rating.id }, body: { reply } },
      {
        onSuccess: () => {
          close()
          notifications.show({ message: t(reply === null ? 'ratings.staff.removed' : 'ratings.staff.saved') })
        },
      },
    )
  return (
    <div className={css.item}>
      <RatingItem rating={rating} zone={lot.time_zone}>
        {rating.hidden_reason === null ? null : (
          <Note tone="plain" title={t('ratings.staff.hidden', { reason: rating.hidden_reason })} />
        )}
        {!isOpen ? (
          <Buttons>
            <Button
              variant="default"
              size="sm"
              onClick={() => change({ typed: rating.reply ?? '', isOpen: true })}
            >
              {t(rating.reply === null ? 'ratings.staff.reply' : 'ratings.staff.change')}
            </Button>
            {rating.reply === null ? null : (
              <Button variant="default" size="sm" loading={send.isPending} onClick={() => save(null)}>
                {t('ratings.staff.remove')}
              </Button>
            )}
            <Button
              component={Link}
              variant="subtle"
              size="sm"
              href={`/lots/${lot.id}/reservations/${rating.reservation_id}`}
            >
              {t('ratings.staff.reservation')}
            </Button>
          </Buttons>
        ) : (
          <form
            className={css.form}
            onSubmit={(event) => {
              event.preventDefault()
              save(typed.trim())
            }}
          >
            <Textarea
              label={t('ratings.staff.yourReply')}
              description={t('ratings.staff.replyHint')}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={MAX_RATING_LENGTH}
              value={typed}
              error={send.error?.message}
              onChange={(event) => change({ typed: event.currentTarget.value, isOpen })}
            />
            <Buttons>
              <GatedButton
                type="submit"
                size="sm"
                loading={send.isPending}
                why={typed.trim() === '' ? t('common.why.fill') : null}
              >
                {t('ratings.staff.save')}
              </GatedButton>
              <Button variant="default" size="sm" onClick={close}>
                {t('common.cancel')}
              </Button>
            </Buttons>
          </form>
        )}
      </RatingItem>
    </div>
  )
}
