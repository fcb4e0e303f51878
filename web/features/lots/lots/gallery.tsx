'use client'
import type { LotPhoto } from '@openspot/contract/lot-facts.ts'
import dynamic from 'next/dynamic'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './gallery.module.css'

/** Loaded when a photo is opened, because most visitors open none. */
const PhotoViewer = dynamic(() => import('./photo-viewer.tsx').then((one) => one.PhotoViewer), { ssr: false })

/** Photos beside the first one on a wide screen. On a phone there is only the first. */
const BESIDE = 4

/** The photos of a lot: the first one large, some of the others beside it, and all of them full-screen. */
export function Gallery({ name, photos }: { name: string; photos: readonly LotPhoto[] }) {
  const t = useTranslations()
  const [opened, setOpened] = useState<number | null>(null)
  // The viewer is gone once it is closed, so it can't give the focus back itself.
  const opener = useRef<HTMLElement>(null)
  const open = (event: MouseEvent<HTMLElement>, at: number) => {
    opener.current = event.currentTarget
    setOpened(at)
  }
  const count = photos.length
  return (
    <section
      className={css.gallery}
      aria-label={t('lotPhotos.gallery.title', { name })}
      data-count={Math.min(count, 5)}
    >
      {photos.slice(0, BESIDE + 1).map(({ id, url, thumbnail_url, caption }, at) => (
        <button
          key={id}
          type="button"
          className={css.open}
          aria-label={
            caption
              ? t('lotPhotos.gallery.openWith', { number: at + 1, count, caption })
              : t('lotPhotos.gallery.open', { number: at + 1, count })
          }
          onClick={(event) => open(event, at)}
        >
          {/* oxlint-disable-next-line next/no-img-element -- our own picture, encoded already */}
          <img
            src={at === 0 ? url : thumbnail_url}
            alt=""
            width={at === 0 ? 1600 : 480}
            height={at === 0 ? 1200 : 360}
            loading={at === 0 ? 'eager' : 'lazy'}
            fetchPriority={at === 0 ? 'high' : 'auto'}
            decoding="async"
          />
        </button>
      ))}
      {count > 1 ? (
        <button type="button" className={css.all} onClick={(event) => open(event, 0)}>
          {t('lotPhotos.gallery.all', { count })}
        </button>
      ) : null}
      {opened === null ? null : (
        <PhotoViewer
          name={name}
          photos={photos}
          first={opened}
          onClose={() => {
            setOpened(null)
            opener.current?.focus()
          }}
        />
      )}
    </section>
  )
}
