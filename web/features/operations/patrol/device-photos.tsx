'use client'
import { Button, FileButton } from '@mantine/core'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { DevicePhoto } from '@/lib/patrol/action.ts'
import { devicePhoto } from '@/lib/patrol/device-photo.ts'
import photoCss from '@/ui/photo/photo.module.css'
import { DevicePicture } from './device-picture.tsx'

/** Photos that are kept on the device until they are sent. */
export function DevicePhotos({
  photos,
  max,
  text,
  onChange,
}: {
  photos: readonly DevicePhoto[]
  max: number
  /** Who can see them. */
  text: string
  onChange: (photos: DevicePhoto[]) => void
}) {
  const t = useTranslations()
  return (
    <fieldset className={photoCss.field}>
      <legend>{t('photos.title')}</legend>
      <p className={photoCss.quiet}>{text}</p>
      <div className={photoCss.photos}>
        {photos.map((photo, index) => (
          <span key={photo.id} className={photoCss.photo}>
            <DevicePicture photo={photo} alt={t('photos.photo', { number: index + 1 })} />
            <button
              type="button"
              className={photoCss.remove}
              aria-label={t('photos.remove', { number: index + 1 })}
              onClick={() => onChange(photos.filter(({ id }) => id !== photo.id))}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </span>
        ))}
        {photos.length < max ? (
          <FileButton
            accept={pictureTypes.join()}
            capture="environment"
            onChange={(file) => {
              if (file) void devicePhoto(file).then((photo) => onChange([...photos, photo]))
            }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                h={56}
                leftSection={<IconCamera size={22} aria-hidden="true" />}
              >
                {t('photos.add')}
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
    </fieldset>
  )
}
