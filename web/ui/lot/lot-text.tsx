import { type Locale, languageOf } from '@openspot/core/text/locales.ts'
import { directionOf } from '@openspot/messages/locales.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import css from './lot-text.module.css'

/** The language of a text if it is not the reader's, for screen readers and fonts. */
function useOtherLanguage(language: Locale): Locale | undefined {
  const t = useTranslations()
  return languageOf(language) === languageOf(localeOf(t)) ? undefined : language
}

/** The name of a lot within a line of any direction. */
export function LotName({ lot }: { lot: { name: string; languages: { name: Locale } } }) {
  return <bdi lang={useOtherLanguage(lot.languages.name)}>{lot.name}</bdi>
}

/** A text of a lot in its own words: in the reader's language, or with a note that says in which one it is. */
export function LotText({ text, language }: { text: string; language: Locale }) {
  const t = useTranslations()
  const other = useOtherLanguage(language)
  if (other === undefined)
    return (
      <p className={css.text} dir="auto">
        {text}
      </p>
    )
  const names = new Intl.DisplayNames(localeOf(t), { type: 'language' })
  return (
    <div className={css.other}>
      <p className={css.text} lang={other} dir={directionOf(other)}>
        {text}
      </p>
      <p className={css.note}>{t('lotTexts.shownIn', { language: names.of(languageOf(other)) ?? other })}</p>
    </div>
  )
}
