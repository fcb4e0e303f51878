'use client'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { PhotosPanel } from './photos-panel.tsx'

/** The page for the photos of a lot. */
export function PhotosScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  return (
    <>
      <PageHead title={t('lotPhotos.title')} text={t('lotPhotos.text')} />
      <PhotosPanel lot_id={lot.id} />
    </>
  )
}
