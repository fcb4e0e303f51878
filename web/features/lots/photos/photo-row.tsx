'use client'
import { ActionIcon, Checkbox, TextInput } from '@mantine/core'
import type { LotPhoto } from '@openspot/contract/lot-facts.ts'
import { MAX_CAPTION_LENGTH } from '@openspot/core/lots/facts.ts'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { GatedButton } from '@/ui/gated-button.tsx'
import css from './photos.module.css'

/** One photo: its caption, its place, and whether it shows the entrance. The caption is saved when its field is left. */
export function PhotoRow({
  photo,
  at,
  count,
  isBusy,
  isDragged,
  onDrag,
  onDrop,
  onMove,
  onCaption,
  onEntrance,
  onDelete,
}: {
  photo: LotPhoto
  at: number
  count: number
  isBusy: boolean
  isDragged: boolean
  onDrag: (at: number | null) => void
  onDrop: () => void
  onMove: (to: number) => void
  onCaption: (caption: string) => void
  onEntrance: (is_entrance: boolean) => void
  onDelete: () => void
}) {
  const t = useTranslations()
  const [typed, setTyped] = useState<string | null>(null)
  const number = at + 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse; the buttons do the same
    <li
      className={css.row}
      data-dragged={isDragged || undefined}
      draggable={!isBusy && count > 1}
      onDragStart={() => onDrag(at)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <span className={css.grip} title={t('lotPhotos.drag')} aria-hidden="true">
        <IconGripVertical size={18} />
      </span>
      <span className={css.frame}>
        {/* oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already */}
        <img
          src={photo.thumbnail_url}
          width={480}
          height={360}
          draggable={false}
          alt={
            photo.caption === ''
              ? t('lotPhotos.photo', { number })
              : t('lotPhotos.photoWith', { number, caption: photo.caption })
          }
        />
        {at === 0 ? <span className={css.cover}>{t('lotPhotos.cover')}</span> : null}
      </span>
      <div className={css.fields}>
        <TextInput
          label={t('lotPhotos.caption', { number })}
          description={at === 0 ? t('lotPhotos.captionHint') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={MAX_CAPTION_LENGTH}
          value={typed ?? photo.caption}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
          onBlur={() => {
            if (typed !== null && typed.trim() !== photo.caption) onCaption(typed.trim())
            setTyped(null)
          }}
        />
        <div className={css.acts}>
          <Checkbox
            label={t('lotPhotos.entrance')}
            checked={photo.is_entrance}
            disabled={isBusy}
            onChange={(event) => onEntrance(event.currentTarget.checked)}
          />
          <span className={css.buttons}>
            <GatedButton
              variant="default"
              size="sm"
              w={36}
              p={0}
              aria-label={t('lotPhotos.earlier', { number })}
              why={at === 0 ? t('lotPhotos.isFirst') : null}
              onClick={() => onMove(at - 1)}
            >
              <IconArrowUp size={18} aria-hidden="true" />
            </GatedButton>
            <GatedButton
              variant="default"
              size="sm"
              w={36}
              p={0}
              aria-label={t('lotPhotos.later', { number })}
              why={at === count - 1 ? t('lotPhotos.isLast') : null}
              onClick={() => onMove(at + 1)}
            >
              <IconArrowDown size={18} aria-hidden="true" />
            </GatedButton>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('lotPhotos.delete', { number })}
              disabled={isBusy}
              onClick={onDelete}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </span>
        </div>
      </div>
    </li>
  )
}
