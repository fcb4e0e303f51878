'use client'
import { Button, FileButton } from '@mantine/core'
import { type Photo, uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { photosPerProblem } from '@openspot/core/problems/limits.ts'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { pictureForm } from '@/lib/picture-form.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import css from './problems.module.css'

/** Uploads photos one after another, as they are taken. */
export function PhotoField({
  lot_id,
  photos,
  onChange,
}: {
  lot_id: string
  photos: readonly Photo[]
  onChange: (photos: Photo[]) => void
}) {
  const t = useTranslations()
  const upload = useApiMutation(uploadPhotoRoute)
  const add = async (file: File | null) => {
    if (!file) return
    const body = await pictureForm(file)
    upload.mutate({ params: { lot_id }, body }, { onSuccess: (photo) => onChange([...photos, photo]) })
  }
  return (
    <fieldset className={css.photoField}>
      <legend>{t('problems.report.photos')}</legend>
      <p className={css.quiet}>{t('problems.report.photosText', { count: photosPerProblem })}</p>
      <div className={css.photos}>
        {photos.map((photo, index) => (
          <span key={photo.id} className={css.photo}>
            {/* oxlint-disable-next-line next/no-img-element -- private, and small and encoded already */}
            <img src={photo.url} alt={t('problems.report.photo', { number: index + 1 })} />
            <button
              type="button"
              className={css.remove}
              aria-label={t('problems.report.removePhoto', { number: index + 1 })}
              onClick={() => onChange(photos.filter(({ id }) => id !== photo.id))}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </span>
        ))}
        {photos.length < photosPerProblem ? (
          <FileButton accept={pictureTypes.join()} capture="environment" onChange={(file) => void add(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                h={48}
                loading={upload.isPending}
                leftSection={<IconCamera size={18} aria-hidden="true" />}
              >
                {t('problems.report.addPhoto')}
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
      {upload.error ? (
        <p className={css.fault} role="alert">
          {upload.error.message}
        </p>
      ) : null}
    </fieldset>
  )
}

/** Photos of a report. Each opens in full size. */
export function Photos({ photos }: { photos: readonly Photo[] }) {
  const t = useTranslations()
  return (
    <div className={css.photos}>
      {photos.map((photo, index) => (
        <a key={photo.id} className={css.photo} href={photo.url} target="_blank" rel="noopener">
          {/* oxlint-disable-next-line next/no-img-element -- private, and small and encoded already */}
          <img src={photo.url} alt={t('problems.report.photo', { number: index + 1 })} />
        </a>
      ))}
    </div>
  )
}
