'use client'
import type { Photo } from '@openspot/contract/operations/photos.ts'
import { useTranslations } from 'use-intl'
import css from './photo.module.css'

/** Private photos. Each opens in full size. */
export function Photos({ photos }: { photos: readonly Photo[] }) {
  const t = useTranslations()
  return (
    <div className={css.photos}>
      {photos.map((photo, index) => (
        <a key={photo.id} className={css.photo} href={photo.url} target="_blank" rel="noopener">
          {/* oxlint-disable-next-line next/no-img-element -- private, and small and encoded already */}
          <img src={photo.url} alt={t('photos.photo', { number: index + 1 })} />
        </a>
      ))}
    </div>
  )
}
