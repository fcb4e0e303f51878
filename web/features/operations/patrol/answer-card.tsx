'use client'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHelp, IconOctagon } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Plate } from '@/ui/plate.tsx'
import { Moment } from '@/ui/time.tsx'
import type { Answer } from './look-up.ts'
import css from './patrol.module.css'

const icons = {
  MAY_PARK: IconCircleCheck,
  NO_RIGHT: IconOctagon,
  SIMILAR: IconAlertTriangle,
  UNKNOWN: IconHelp,
} as const

/** Whether the vehicle may be here, readable at arm's length: a word, a shape, and a color. */
export function AnswerCard({
  answer,
  zone,
  onFine,
  onAgain,
}: {
  answer: Answer
  zone: string
  onFine: () => void
  onAgain: () => void
}) {
  const t = useTranslations()
  const { result, rights, ended, next, is_from_device } = answer
  const Icon = icons[result]
  const isFree = result === 'NO_RIGHT' || result === 'UNKNOWN'
  return (
    <>
      <section className={css.answer} data-result={result} role="status" aria-live="polite">
        <div className={css.verdict}>
          <Icon size={56} stroke={2} aria-hidden="true" />
          <div>
            <p className={css.word}>{t(`patrol.lookUp.${result}`)}</p>
            <Plate plate={answer.plate} region={answer.region} size="lg" />
          </div>
        </div>
        {result === 'SIMILAR' ? <p>{t('patrol.lookUp.similarText')}</p> : null}
        {result === 'UNKNOWN' ? <p>{t('patrol.lookUp.unknownText')}</p> : null}
        {result === 'NO_RIGHT' ? (
          <p>{is_from_device ? t('patrol.lookUp.noRightOffline') : t('patrol.lookUp.noRightText')}</p>
        ) : null}
        {rights.length > 0 ? (
          <ul className={css.rights}>
            {rights.map((right) => (
              <li key={`${right.plate}${right.region}${right.spot_label}${right.match}`}>
                {right.match === 'EXACT' ? null : (
                  <p className={css.similar}>
                    {right.plate === null ? (
                      <b>{t('patrol.lookUp.hidden')}</b>
                    ) : (
                      <Plate plate={right.plate} region={right.region} size="lg" />
                    )}
                    <span>{t(`patrol.matches.${right.match}`)}</span>
                  </p>
                )}
                <p>
                  <b>{t('patrol.lookUp.spot', { spot: right.spot_label })}</b> ·{' '}
                  {right.ends_at === null
                    ? t('patrol.lookUp.noEnd')
                    : t.rich('patrol.lookUp.until', {
                        time: tag(<Moment at={right.ends_at} zone={zone} inside />),
                      })}
                </p>
              </li>
            ))}
          </ul>
        ) : null}
        {isFree && ended?.ends_at ? (
          <p>
            {t.rich('patrol.lookUp.ended', {
              spot: ended.spot_label,
              time: tag(<Moment at={ended.ends_at} zone={zone} inside />),
            })}
          </p>
        ) : null}
        {isFree && next ? (
          <p>
            {t.rich('patrol.lookUp.next', {
              spot: next.spot_label,
              time: tag(<Moment at={next.starts_at} zone={zone} inside />),
            })}
          </p>
        ) : null}
        <p className={css.quiet}>
          {is_from_device ? t('patrol.lookUp.fromDevice') : t('patrol.lookUp.fromServer')}
        </p>
      </section>
      <div className={css.thumb}>
        <div className={css.buttons}>
          <Button variant="default" h={56} onClick={onFine}>
            {t('patrol.lookUp.fine')}
          </Button>
          <Button h={56} onClick={onAgain}>
            {t('patrol.lookUp.again')}
          </Button>
        </div>
      </div>
    </>
  )
}
