'use client'
import { FileButton } from '@mantine/core'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { MAX_LOT_PHOTOS } from '@openspot/core/lots/facts.ts'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { GatedButton } from '@/ui/gated-button.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { moved, withEntrance } from './photo-order.ts'
import { PhotoRow } from './photo-row.tsx'
import css from './photos.module.css'
import { useLotPhotos } from './use-lot-photos.ts'

/** Adds, describes, orders, and deletes the photos of a lot. */
export function PhotosPanel({ lot_id }: { lot_id: string }) {
  const t = useTranslations()
  const { answer, photos, save, add, remove, uploading, fault, isBusy } = useLotPhotos(lot_id)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const space = MAX_LOT_PHOTOS - photos.length
  const move = (from: number, to: number) => {
    if (isBusy || from === to || to < 0 || to >= photos.length) return
    const focused = document.activeElement
    save(moved(photos, from, to), () => {
      setSaid(t('lotPhotos.moved', { from: from + 1, to: to + 1 }))
      // Moving a row in the document takes the focus from its button.
      requestAnimationFrame(() => {
        if (focused instanceof HTMLElement && list.current?.contains(focused)) focused.focus()
      })
    })
  }
  const addButton = (
    <FileButton
      multiple
      accept={pictureTypes.join(',')}
      onChange={(files) => void add(files.slice(0, space))}
    >
      {(props) => (
        <GatedButton
          {...props}
          loading={uploading > 0}
          why={space === 0 ? t('lotPhotos.full', { max: MAX_LOT_PHOTOS }) : null}
          leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
        >
          {t('lotPhotos.add')}
        </GatedButton>
      )}
    </FileButton>
  )
  return (
    <Panel
      title={t('lotPhotos.panel')}
      text={t('lotPhotos.limits')}
      action={photos.length > 0 ? addButton : null}
    >
      {fault ? <Note tone="bad" title={fault} /> : null}
      <QueryState answer={answer} rows={2} />
      {answer.data && photos.length === 0 ? (
        <EmptyState title={t('lotPhotos.emptyTitle')} text={t('lotPhotos.emptyText')} action={addButton} />
      ) : null}
      {photos.length > 0 ? (
        <>
          <p className={css.count}>
            {space === 0
              ? t('lotPhotos.full', { max: MAX_LOT_PHOTOS })
              : t('lotPhotos.count', { count: photos.length, max: MAX_LOT_PHOTOS })}
          </p>
          <ol ref={list} className={css.photos}>
            {photos.map((photo, at) => (
              <PhotoRow
                key={photo.id}
                photo={photo}
                at={at}
                count={photos.length}
                isBusy={isBusy}
                isDragged={dragged === at}
                onDrag={setDragged}
                onDrop={() => {
                  if (dragged !== null) move(dragged, at)
                  setDragged(null)
                }}
                onMove={(to) => move(at, to)}
                onCaption={(caption) =>
                  save(photos.map((one) => (one.id === photo.id ? { ...one, caption } : one)))
                }
                onEntrance={(is_entrance) => save(withEntrance(photos, photo.id, is_entrance))}
                onDelete={() => remove(photo)}
              />
            ))}
          </ol>
          <p className="sr-only" role="status">
            {said}
          </p>
        </>
      ) : null}
    </Panel>
  )
}
