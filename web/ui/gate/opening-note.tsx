import { useTranslations } from 'use-intl'
import css from './gate.module.css'
import type { Opening } from './use-open-gate.ts'

const tones = {
  OPEN: 'good',
  OPENING: 'good',
  TRIGGERED: 'good',
  CLOSED: 'plain',
  REQUESTED: 'plain',
  SENT: 'plain',
  UNCONFIRMED: 'mark',
  UNKNOWN: 'mark',
  OBSTRUCTED: 'bad',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  FAILED: 'bad',
} as const

/** What became of a request to open a gate, spoken to screen readers as it changes. */
export function OpeningNote({ opening, emergency }: { opening: Opening; emergency: string | null }) {
  const t = useTranslations()
  const { open, error } = opening
  const tone = error ? 'bad' : open ? tones[open.status] : 'plain'
  return (
    <div className={css.note} data-tone={tone} role="status" aria-live="polite" hidden={!open && !error}>
      {error ? <p>{error}</p> : null}
      {open && !error ? (
        <p>{open.reason ? t(`gates.reasons.${open.reason}`) : t(`gates.status.${open.status}`)}</p>
      ) : null}
      {open?.has_joined && !error ? <p>{t('gates.open.joined')}</p> : null}
      {emergency && (tone === 'bad' || tone === 'mark') ? (
        <p>{t('gates.open.emergency', { text: emergency })}</p>
      ) : null}
    </div>
  )
}
