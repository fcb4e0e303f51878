'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { formatHeight } from '@openspot/core/geo/format-height.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { LotText } from '@/ui/lot/lot-text.tsx'
import css from './pass.module.css'

/** How to get in: the photo of the entrance, what opens it, and the height limit; nothing if none of it is known. */
export function PassEntrance({ lot, heading: Heading }: { lot: Reservation['lot']; heading: 'h2' | 'h3' }) {
  const t = useTranslations()
  const { entrance_photo: photo, entry_methods, clearance_mm, entry_instructions, languages } = lot
  if (photo === null && entry_methods.length === 0 && clearance_mm === null && !entry_instructions)
    return null
  return (
    <section className={css.entrance}>
      <Heading>{t('lotFacts.entryTitle')}</Heading>
      {photo ? (
        <figure>
          {/* oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already */}
          <img
            src={photo.url}
            alt={photo.caption || t('lotPhotos.gallery.entranceOf', { name: lot.name })}
            width={photo.width}
            height={photo.height}
            decoding="async"
          />
          {photo.caption ? <figcaption aria-hidden="true">{photo.caption}</figcaption> : null}
        </figure>
      ) : null}
      {entry_instructions ? (
        <LotText text={entry_instructions} language={languages.entry_instructions} />
      ) : null}
      {entry_methods.map((method) => (
        <p key={method}>{t(`lotFacts.entry.${method}.text`)}</p>
      ))}
      {clearance_mm === null ? null : (
        <p>{t('lotFacts.clearanceText', { height: formatHeight(clearance_mm, localeOf(t)) })}</p>
      )}
    </section>
  )
}
