'use client'
import { Button, Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Difference } from '@openspot/contract/money/reconciliation.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { Buttons, Facts, Fields } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { gapOf, subjectText } from './columns.tsx'
import css from './reconciliation.module.css'
import { useSettle } from './use-reconciliation.ts'

/** One discrepancy: its meaning, its amounts, and settling it. */
export function DifferenceDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const t = useTranslations()
  return (
    <Modal opened onClose={onClose} title={t(`platform.reconciliation.kinds.${difference.kind}`)} size="lg">
      <div className={css.dialog}>
        <p>{t(`platform.reconciliation.kindTexts.${difference.kind}`)}</p>
        <p className={css.message}>{difference.message}</p>
        <Figures difference={difference} />
        {difference.status === 'OPEN' ? (
          <SettleForm difference={difference} onClose={onClose} />
        ) : (
          <Settled difference={difference} />
        )}
      </div>
    </Modal>
  )
}

function Figures({ difference }: { difference: Difference }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const amount = (cents: number | null) =>
    cents === null || difference.currency === null ? null : (
      <Money cents={cents} currency={difference.currency} />
    )
  return (
    <Facts
      items={[
        [t('platform.reconciliation.columns.ours'), amount(difference.expected_cents)],
        [t('platform.reconciliation.columns.theirs'), amount(difference.found_cents)],
        [t('platform.reconciliation.columns.gap'), amount(gapOf(difference))],
        [t('platform.reconciliation.columns.lot'), difference.lot?.name],
        [t('platform.reconciliation.columns.about'), subjectText(t, difference.subject_kind)],
        [t('platform.reconciliation.detail.id'), <code key="id">{difference.subject_id}</code>],
        [
          t('platform.reconciliation.columns.found'),
          <Moment key="found" at={difference.found_at} zone={reader_zone} />,
        ],
        [
          t('platform.reconciliation.detail.lastSeen'),
          <Moment key="seen" at={difference.last_seen_at} zone={reader_zone} />,
        ],
      ]}
    />
  )
}

function Settled({ difference }: { difference: Difference }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const { resolved_at, resolved_by, note, booked_cents, currency } = difference
  if (resolved_at === null) return null
  return (
    <>
      <Facts
        items={[
          [
            t('platform.reconciliation.detail.settledAt'),
            <Moment key="at" at={resolved_at} zone={reader_zone} />,
          ],
          [t('platform.reconciliation.detail.settledBy'), resolved_by],
          [
            t('platform.reconciliation.detail.booked'),
            booked_cents === 0 || currency === null ? null : (
              <Money key="booked" cents={booked_cents} currency={currency} />
            ),
          ],
        ]}
      />
      <section className={css.note} aria-label={t('platform.reconciliation.detail.note')}>
        <h3>{t('platform.reconciliation.detail.note')}</h3>
        <p>
          <bdi>{note}</bdi>
        </p>
      </section>
    </>
  )
}

function SettleForm({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const t = useTranslations()
  const [note, setNote] = useState('')
  const [isBooked, setIsBooked] = useState(false)
  const [lot_id, setLot] = useState('')
  const settle = useSettle()
  const refused = fieldOf(settle.error)
  const at = (field: string) => (refused?.field === field ? refused.message : null)
  const gap = (gapOf(difference) ?? 0) - difference.booked_cents
  const amount = difference.currency === null ? '' : moneyText(t, gap, difference.currency)
  const needsLot = isBooked && difference.lot === null
  const why = missingText(t, [
    [t('platform.reconciliation.detail.note'), note.trim() !== ''],
    [t('platform.reconciliation.detail.lot'), !needsLot || lot_id.trim() !== ''],
  ])
  const go = () =>
    settle.mutate(
      {
        params: { difference_id: difference.id },
        body: { note: note.trim(), book: isBooked, ...(needsLot ? { lot_id: lot_id.trim() } : {}) },
      },
      {
        onSuccess: () => {
          notifications.show({ message: t('platform.reconciliation.detail.done') })
          onClose()
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (why === null) go()
      }}
    >
      <Fields>
        {settle.error && !['note', 'lot_id'].includes(refused?.field ?? '') ? (
          <Note tone="bad" title={settle.error.message} />
        ) : null}
        <Textarea
          label={t('platform.reconciliation.detail.note')}
          description={t('platform.reconciliation.detail.noteText')}
          autosize
          minRows={2}
          size="md"
          maxLength={1000}
          value={note}
          error={at('note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {difference.can_book && gap !== 0 ? (
          <Checkbox
            label={t('platform.reconciliation.detail.book', { amount })}
            description={t('platform.reconciliation.detail.bookText')}
            checked={isBooked}
            onChange={(event) => setIsBooked(event.currentTarget.checked)}
          />
        ) : null}
        {needsLot ? (
          <TextInput
            label={t('platform.reconciliation.detail.lot')}
            description={t('platform.reconciliation.detail.lotText')}
            autoComplete="off"
            value={lot_id}
            error={at('lot_id')}
            onChange={(event) => setLot(event.currentTarget.value)}
          />
        ) : null}
        <Buttons>
          <GatedButton type="submit" loading={settle.isPending} why={why}>
            {isBooked
              ? t('platform.reconciliation.detail.settleAndBook', { amount })
              : t('platform.reconciliation.detail.settle')}
          </GatedButton>
          <Button variant="default" onClick={onClose}>
            {t('platform.reconciliation.detail.close')}
          </Button>
        </Buttons>
      </Fields>
    </form>
  )
}
