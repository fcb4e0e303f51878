'use client'
import { NativeSelect, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { lotTextFields, lotTextLimits } from '@openspot/core/lots/texts.ts'
import { type Locale, locales } from '@openspot/core/text/locales.ts'
import { directionOf, localeNames } from '@openspot/messages/locales.ts'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SettingsPanel } from './settings-panel.tsx'
import { missingTexts, rewrittenIn, withText } from './text-drafts.ts'
import css from './texts.module.css'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

/** Descriptions are placed below the inputs, so that adjacent inputs align. */
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
const ownFields = ['entry_instructions', 'house_rules'] as const
const fields = ['language', 'texts', 'name', 'description', ...ownFields] as const

/** What drivers read of a lot, in each language: which texts are missing, and the fields for one language at a time. */
export function Texts({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  const [chosen, setChosen] = useState<Locale | null>(null)
  const edited = chosen ?? values.language
  return (
    <SettingsPanel title={t('lotTexts.title')} text={t('lotTexts.text')} form={form}>
      <NativeSelect
        label={t('lotTexts.writtenIn')}
        description={t('lotTexts.writtenInText')}
        inputWrapperOrder={below}
        value={values.language}
        error={errorAt('language') ?? errorAt('texts')}
        onChange={({ currentTarget: { value: language } }) => {
          if (!isOneOf(locales, language)) return
          change(rewrittenIn(values, language))
          setChosen(null)
        }}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {localeNames[locale]}
          </option>
        ))}
      </NativeSelect>
      <Languages values={values} edited={edited} onChoose={setChosen} />
      {edited === values.language ? (
        <Original form={form} />
      ) : (
        <Translation key={edited} form={form} locale={edited} />
      )}
    </SettingsPanel>
  )
}

/** All languages, each with what is missing in it. */
function Languages({
  values,
  edited,
  onChoose,
}: {
  values: SettingsForm['values']
  edited: Locale
  onChoose: (locale: Locale) => void
}) {
  const t = useTranslations()
  const id = useId()
  const others = locales.filter((locale) => locale !== values.language)
  return (
    <div>
      <p id={id} className={css.label}>
        {t('lotTexts.language')}
      </p>
      <ul className={css.languages} aria-labelledby={id}>
        {[values.language, ...others].map((locale) => {
          const missing = missingTexts(values, locale)
          const isNone = values.texts[locale] === undefined && locale !== values.language
          return (
            <li key={locale}>
              <UnstyledButton
                className={css.language}
                aria-pressed={locale === edited}
                onClick={() => onChoose(locale)}
              >
                <span lang={locale} className={css.name}>
                  {localeNames[locale]}
                </span>
                <span
                  className={css.state}
                  data-state={missing === 0 ? 'complete' : isNone ? 'none' : 'missing'}
                >
                  {locale === values.language
                    ? t('lotTexts.original')
                    : missing === 0
                      ? t('lotTexts.complete')
                      : isNone
                        ? t('lotTexts.none')
                        : t('lotTexts.missing', { count: missing })}
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The texts in the language of the lot that are not in the panel of its name. */
function Original({ form: { values, change, errorAt } }: { form: SettingsForm }) {
  const t = useTranslations()
  return (
    <>
      <p className={css.quiet}>{t('lotTexts.above', { panel: t('lotSettings.details.title') })}</p>
      {ownFields.map((field) => (
        <Textarea
          key={field}
          label={t(`lotTexts.fields.${field}`)}
          description={t(field === 'house_rules' ? 'lotTexts.rulesText' : 'lotTexts.entryText')}
          inputWrapperOrder={below}
          autosize
          minRows={2}
          maxLength={lotTextLimits[field]}
          dir="auto"
          value={values[field] ?? ''}
          error={errorAt(field)}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
    </>
  )
}

/** The texts in another language, each with its original below. */
function Translation({ form: { values, change, errorAt }, locale }: { form: SettingsForm; locale: Locale }) {
  const t = useTranslations()
  return lotTextFields.map((field) => {
    const original = values[field]
    const text = values.texts[locale]?.[field]
    if (!original && text === undefined) return null
    const common = {
      label: t(`lotTexts.fields.${field}`),
      inputWrapperOrder: below,
      lang: locale,
      dir: directionOf(locale),
      maxLength: lotTextLimits[field],
      value: text ?? '',
      error: errorAt(`texts.${locale}.${field}`),
      ...(original
        ? {
            description: <span className={css.original}>{t('lotTexts.originalIs', { text: original })}</span>,
          }
        : {}),
    }
    const write = (next: string) => change({ texts: withText(values.texts, locale, field, next) })
    return field === 'name' ? (
      <TextInput key={field} {...common} onChange={(event) => write(event.currentTarget.value)} />
    ) : (
      <Textarea
        key={field}
        {...common}
        autosize
        minRows={2}
        onChange={(event) => write(event.currentTarget.value)}
      />
    )
  })
}
