import type { BookingLimits, PublicLot } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { LotText } from '@/ui/lot/lot-text.tsx'
import { hoursInWords } from '@/ui/opening-hours/hours-in-words.ts'
import { rulesInWords } from './lot-rules.ts'
import css from './lots.module.css'

/** The opening hours of the lot, and its rules as sentences. */
export function GoodToKnow({
  lot,
  booking_limits,
  has_camera_policy,
}: {
  lot: PublicLot
  booking_limits: BookingLimits | null
  has_camera_policy: boolean
}) {
  const t = useTranslations()
  return (
    <>
      <section className={css.section}>
        <h2>{t('lot.hours')}</h2>
        {lot.opening_hours === null ? (
          <p>{t('lot.alwaysOpen')}</p>
        ) : (
          <dl className={css.hours}>
            {hoursInWords(t, lot.opening_hours).map(({ days, times }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{times}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className={css.section}>
        <h2>{t('lot.rulesTitle')}</h2>
        <ul className={css.rules}>
          {rulesInWords(t, lot, booking_limits).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        {lot.house_rules ? (
          <div>
            <h3>{t('lotTexts.fields.house_rules')}</h3>
            <LotText text={lot.house_rules} language={lot.languages.house_rules} />
          </div>
        ) : null}
        {lot.is_plate_check_public ? (
          <p>
            <Link href={`/check?lot=${lot.public_id}`}>{t('plateCheck.link')}</Link>
          </p>
        ) : null}
        {has_camera_policy ? (
          <p>
            <Link href={`/l/${lot.public_id}/cameras`}>{t('cameraPolicy.link')}</Link>
          </p>
        ) : null}
      </section>
    </>
  )
}
