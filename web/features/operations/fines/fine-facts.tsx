'use client'
import type { Fine } from '@openspot/contract/operations/fine-notices.ts'
import type { StaffFine } from '@openspot/contract/operations/fines.ts'
import { useTranslations } from 'use-intl'
import { SecondPayments } from '@/ui/invoice/second-payments.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Photos } from '@/ui/photo/photos.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Moment } from '@/ui/time.tsx'
import { ZoneNote } from '@/ui/zone-note.tsx'
import css from './fines.module.css'

export const fineTones = {
  WARNING: 'ahead',
  UNPAID: 'now',
  PROCESSING: 'ahead',
  PAID: 'done',
  REFUNDED: 'done',
  VOIDED: 'ahead',
} as const

/** What was seen, and what it costs. */
export function FineFacts({ fine }: { fine: Fine | StaffFine }) {
  const t = useTranslations()
  const { time_zone: zone, currency } = fine
  const when = (at: string | null) => (at ? <Moment at={at} zone={zone} /> : null)
  const money = (cents: number) => (cents > 0 ? <Money cents={cents} currency={currency} /> : null)
  return (
    <Panel title={t('fines.one.seenTitle')}>
      <Facts
        items={[
          [t('fines.one.plate'), <Plate key="plate" plate={fine.plate} region={fine.region} />],
          [t('fines.notice.reason'), t(`fines.reasons.${fine.reason}`)],
          [t('fines.notice.seen'), when(fine.seen_at)],
          [t('fines.notice.spot'), fine.spot_label],
          [
            t('fines.one.note'),
            fine.note ? (
              <span key="note" className={css.said}>
                <bdi>{fine.note}</bdi>
              </span>
            ) : null,
          ],
          [t('fines.notice.amount'), money(fine.amount_cents)],
          [t('fines.one.paid'), money(fine.paid_cents)],
          [t('fines.one.refunded'), money(fine.refunded_cents)],
          [t('fines.notice.due'), fine.status === 'UNPAID' ? when(fine.due_at) : null],
          [t('photos.title'), fine.photos.length > 0 ? <Photos key="photos" photos={fine.photos} /> : null],
        ]}
      />
      <ZoneNote at={timesOf(fine)} zone={zone} />
      <SecondPayments of={fine.second_payments} currency={currency} zone={zone} />
    </Panel>
  )
}

/** The moments that its page shows. Between them, one of two clocks may have changed. */
const timesOf = ({ seen_at, due_at, appeal_until, explanation }: Fine | StaffFine): string[] =>
  [seen_at, due_at, appeal_until, ...explanation.earlier.map((one) => one.seen_at)].filter(
    (at) => at !== null,
  )

/** How the amount followed from the rules. Staff also see which rule set it was. */
export function FineReasoning({ fine }: { fine: Fine | StaffFine }) {
  const t = useTranslations()
  const { explanation } = fine
  const { nth, within_days, warnings, amounts_cents, earlier } = explanation
  const fines = amounts_cents.map((cents) => moneyText(t, cents, fine.currency))
  const amounts = fines.join(t('common.comma'))
  return (
    <Panel title={fine.amount_cents > 0 ? t('fines.one.whyAmount') : t('fines.one.whyWarning')}>
      <div className={css.form}>
        {'rule_set_name' in explanation ? (
          <p>
            {t('fines.one.rules', {
              set: explanation.rule_set_name,
              version: String(explanation.rule_set_version),
            })}
          </p>
        ) : null}
        <p>
          {t('fines.one.amounts', {
            warnings,
            amounts,
            several: fines.length > 1 ? 'yes' : 'no',
            last: fines.at(-1) ?? '',
          })}
        </p>
        <p>{t('fines.one.nth', { nth, days: within_days })}</p>
        {earlier.length > 0 ? (
          <ul>
            {earlier.map(({ fine_id, seen_at }) => (
              <li key={fine_id}>
                <Moment at={seen_at} zone={fine.time_zone} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  )
}
