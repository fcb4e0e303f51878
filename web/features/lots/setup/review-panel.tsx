import type { LotSetup } from '@openspot/contract/lots/lot-setup.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Panel } from '@/ui/panel.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './setup.module.css'

const tones = { NEW: 'ahead', TRUSTED: 'done', BLOCKED: 'bad' } as const
const HOUR = 60
const DAY = 24 * HOUR

/** The platform's review: its state, since when the lot waits, and how long reviews usually take. */
export function ReviewPanel({ setup, zone }: { setup: LotSetup; zone: string }) {
  const t = useTranslations()
  const { trust_level, trust_reason, trust_decided_at, waiting_since, lots_ahead } = setup
  return (
    <Panel title={t('lotSetup.review.title')}>
      <div className={css.review}>
        <StatusWord tone={tones[trust_level]}>{t(`lotSetup.review.states.${trust_level}`)}</StatusWord>
        <p>
          {setup.is_private && trust_level !== 'BLOCKED'
            ? t('lotSetup.review.private')
            : t(`lotSetup.review.texts.${trust_level}`)}
        </p>
        {trust_reason ? <p>{t('lotSettings.reviewReason', { reason: trust_reason })}</p> : null}
        {trust_decided_at ? (
          <p className={css.state}>
            {t.rich('lotSetup.review.decided', {
              time: tag(<Moment at={trust_decided_at} zone={zone} inside />),
            })}
          </p>
        ) : null}
        {waiting_since ? (
          <>
            <p className={css.state}>
              {t.rich('lotSetup.review.since', {
                time: tag(<Moment at={waiting_since} zone={zone} inside />),
              })}
            </p>
            <p className={css.state}>{t('lotSetup.review.ahead', { count: lots_ahead ?? 0 })}</p>
            <p className={css.state}>{usual(t, setup.usual_review_minutes)}</p>
            <p className={css.state}>{t('lotSetup.review.notice')}</p>
          </>
        ) : null}
      </div>
    </Panel>
  )
}

function usual(t: Translate, minutes: number | null): string {
  if (minutes === null) return t('lotSetup.review.usualUnknown')
  if (minutes < HOUR) return t('lotSetup.review.usualMinutes')
  return minutes < 2 * DAY
    ? t('lotSetup.review.usualHours', { count: Math.ceil(minutes / HOUR) })
    : t('lotSetup.review.usualDays', { count: Math.ceil(minutes / DAY) })
}
