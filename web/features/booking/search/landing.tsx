'use client'
import { useRouter } from 'next/router'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { When } from '@/lib/when.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { BayDrawing } from './bay-drawing.tsx'
import css from './landing.module.css'
import { SearchForm } from './search-form.tsx'
import { noPreferences, searchPath, TYPED_IN } from './search-query.ts'

/** The screen of the results loads while the visitor still fills in the form. */
const loadResults = () => void import('./search-screen.tsx')

const promises = ['price', 'spot', 'change'] as const

/** The home page with the search form. */
export function Landing({ when, isPast }: { when: When; isPast: boolean }) {
  const t = useTranslations()
  const router = useRouter()
  const { reader_zone } = useClock()
  return (
    <PublicShell wide>
      <div className={css.hero}>
        <div className={css.say}>
          <h1>{t('search.hero')}</h1>
          <p>{t('search.heroText')}</p>
          <div className={css.formCard} onFocusCapture={loadResults}>
            {isPast ? (
              <p className={css.note} role="status">
                {t('search.passed')}
              </p>
            ) : null}
            <SearchForm
              tall
              start={when}
              point={null}
              zone={reader_zone ?? 'UTC'}
              onSearch={(point, times) =>
                router.push(
                  // Where a name leads is found out by the server, which then takes the times by the clock there.
                  `${searchPath({ ...point, ...times, ...noPreferences, sort: 'best' })}${point.q && reader_zone ? `&${TYPED_IN}=${encodeURIComponent(reader_zone)}` : ''}`,
                )
              }
            />
          </div>
        </div>
        <BayDrawing />
      </div>
      <ul className={css.promises}>
        {promises.map((promise) => (
          <li key={promise}>
            <h2>{t(`search.promises.${promise}.title`)}</h2>
            <p>{t(`search.promises.${promise}.text`)}</p>
          </li>
        ))}
      </ul>
    </PublicShell>
  )
}
