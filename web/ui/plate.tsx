import { useTranslations } from 'use-intl'
import css from './plate.module.css'

/** A license plate: framed, monospaced, with slashed zeros. */
export function Plate({
  plate,
  region,
  size = 'md',
}: {
  plate: string
  region?: string | null
  size?: 'sm' | 'md' | 'lg'
}) {
  const t = useTranslations()
  return (
    // Plates run from left to right in every language.
    <span className={css.plate} data-size={size} dir="ltr">
      <span className="sr-only">{t('common.plate', { plate })}</span>
      <span aria-hidden="true">{plate}</span>
      {region ? <span className={css.region}>{region}</span> : null}
    </span>
  )
}
