import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { type Preview, previewedFrom } from '@/lib/preview.ts'
import css from './preview-bar.module.css'

/** Above a public page that staff opened from the console: what they see, and the way back. */
export function PreviewBar({ preview }: { preview: Preview }) {
  const t = useTranslations()
  return (
    <nav className={css.bar} aria-label={t('lotSetup.previewed.label')}>
      <p>{t('lotSetup.previewed.text')}</p>
      <Link href={previewedFrom(preview)} prefetch={false}>
        {t(`lotSetup.previewed.back.${preview.section}`)}
      </Link>
    </nav>
  )
}
