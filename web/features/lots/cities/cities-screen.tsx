import type { City } from '@openspot/contract/lots/cities.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { cityPath } from '@/lib/paths.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import css from './cities.module.css'
import { cityName } from './city-name.ts'

/** All cities with public lots. */
export function CitiesScreen({ cities }: { cities: City[] }) {
  const t = useTranslations()
  return (
    <PublicShell hasFooter>
      <div className={css.page}>
        <header>
          <h1>{t('cities.title')}</h1>
          <p>{cities.length === 0 ? t('cities.empty') : t('cities.text', { count: cities.length })}</p>
        </header>
        {cities.length === 0 ? (
          <Link href="/list-your-parking" prefetch={false}>
            {t('cities.list')}
          </Link>
        ) : (
          <ul className={css.cities}>
            {cities.map((city) => (
              <li key={city.path}>
                <Link href={cityPath(city.path)} prefetch={false}>
                  <bdi>{cityName(city)}</bdi>
                </Link>
                <span className={css.fact}>{t('cities.lots', { count: city.lot_count })}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </PublicShell>
  )
}
