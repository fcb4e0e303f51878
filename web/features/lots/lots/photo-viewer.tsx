'use client'
import { ActionIcon, Modal } from '@mantine/core'
import type { LotPhoto } from '@openspot/contract/lot-facts.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './photo-viewer.module.css'

/** How far a finger must move, in pixels, to turn to the next photo. */
const SWIPE = 48

/** The photos of a lot full-screen: arrow keys, buttons, and swipes turn them; Escape closes them. */
export function PhotoViewer({
  name,
  photos,
  first,
  onClose,
}: {
  name: string
  photos: readonly LotPhoto[]
  first: number
  onClose: () => void
}) {
  const t = useTranslations()
  const [at, setAt] = useState(first)
  const down = useRef<{ x: number; y: number } | null>(null)
  const photo = photos[at]
  const count = photos.length
  // After the last comes the first again, so that neither button is ever without effect.
  const turn = (by: number) => setAt((before) => (before + by + count) % count)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRightToLeft ? -1 : 1
    if (event.key === 'ArrowRight') turn(forward)
    if (event.key === 'ArrowLeft') turn(-forward)
    if (event.key === 'Home') setAt(0)
    if (event.key === 'End') setAt(count - 1)
  }
  const onPointerUp = (event: PointerEvent) => {
    const from = down.current
    down.current = null
    if (!from || event.pointerType === 'mouse') return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) turn(x < 0 ? 1 : -1)
  }
  if (!photo) return null
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('lotPhotos.gallery.title', { name })}
      closeButtonProps={{ 'aria-label': t('lotPhotos.gallery.close') }}
      transitionProps={{ duration: 0 }}
      onKeyDown={onKeyDown}
      classNames={{ body: css.body, content: css.content }}
    >
      <figure className={css.figure}>
        <div
          className={css.stage}
          onPointerDown={(event) => {
            down.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            down.current = null
          }}
        >
          {/* oxlint-disable-next-line next/no-img-element -- our own picture, encoded already */}
          <img
            key={photo.id}
            src={photo.url}
            width={photo.width}
            height={photo.height}
            alt={photo.caption || t('lotPhotos.photo', { number: at + 1 })}
            draggable={false}
          />
        </div>
        <figcaption className={css.caption} aria-live="polite">
          <span>{t('lotPhotos.gallery.position', { number: at + 1, count })}</span>
          {photo.is_entrance ? <strong>{t('lotPhotos.gallery.entrance')}</strong> : null}
          <bdi>{photo.caption}</bdi>
        </figcaption>
      </figure>
      {count > 1 ? (
        <div className={css.turn}>
          <ActionIcon
            variant="default"
            size={48}
            aria-label={t('lotPhotos.gallery.previous')}
            onClick={() => turn(-1)}
          >
            <IconChevronLeft size={24} aria-hidden="true" className={css.arrow} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={48}
            aria-label={t('lotPhotos.gallery.next')}
            onClick={() => turn(1)}
          >
            <IconChevronRight size={24} aria-hidden="true" className={css.arrow} />
          </ActionIcon>
        </div>
      ) : null}
    </Modal>
  )
}
