'use client'
import { Button, FileButton } from '@mantine/core'
import type { Photo } from '@openspot/contract/operations/photos.ts'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { pictureForm } from '@/lib/picture-form.ts'
import css from './photo.module.css'

/** Sends one photo, and passes what was stored. */
export interface PhotoUpload {
  send: (body: FormData, onStored: (photo: Photo) => void) => void
  isBusy: boolean
  error: string | null
}

/** Uploads photos one after another, as they are taken. */
export function PhotoField({
  photos,
  max,
  text,
  upload,
  error,
  onChange,
}: {
  photos: readonly Photo[]
  max: number
  /** Who can see them. */
  text: string
  upload: PhotoUpload
  error?: string | null
  onChange: (photos: Photo[]) => void
}) {
  const t = useTranslations()
  const add = async (file: File | null) => {
    if (file) upload.send(await pictureForm(file), (photo) => onChange([...photos, photo]))
  }
  const fault = upload.error ?? error ?? null
  return (
    <fieldset className={css.field}>
      <legend>{t('photos.title')}</legend>
      <p className={css.quiet}>{text}</p>
      <div className={css.photos}>
        {photos.map((photo, index) => (
          <span key={photo.id} className={css.photo}>
            {/* oxlint-disable-next-line next/no-img-element -- private, and small and encoded already */}
            <img src={photo.url} alt={t('photos.photo', { number: index + 1 })} />
            <button
              type="button"
              className={css.remove}
              aria-label={t('photos.remove', { number: index + 1 })}
              onClick={() => onChange(photos.filter(({ id }) => id !== photo.id))}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </span>
        ))}
        {photos.length < max ? (
          <FileButton accept={pictureTypes.join()} capture="environment" onChange={(file) => void add(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                h={48}
                loading={upload.isBusy}
                leftSection={<IconCamera size={18} aria-hidden="true" />}
              >
                {t('photos.add')}
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
      {fault ? (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      ) : null}
    </fieldset>
  )
}
