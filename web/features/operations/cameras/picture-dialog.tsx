import { Modal } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import css from './cameras.module.css'

export interface ShownPicture {
  plate: string
  read_id: string
}

/** The private picture of a read. */
export function PictureDialog({
  lot,
  picture,
  onClose,
}: {
  lot: ConsoleLot
  picture: ShownPicture
  onClose: () => void
}) {
  const t = useTranslations()
  const title = t('visits.pictureOf', { plate: picture.plate })
  return (
    <Modal opened onClose={onClose} title={title}>
      {/* oxlint-disable-next-line next/no-img-element -- private, and small and encoded already */}
      <img
        className={css.picture}
        src={`/api/v2/lots/${lot.id}/plate-reads/${picture.read_id}/image`}
        alt={title}
      />
      <p className={css.quiet}>{t('visits.pictureText')}</p>
    </Modal>
  )
}
