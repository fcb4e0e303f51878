'use client'
import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { choose, countChoices, useAsksNotToTrack, useCountChoice } from '@/lib/usage/choice.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './privacy.module.css'

/** What is counted about visits, and the choice of this browser. */
export function PrivacyScreen() {
  const t = useTranslations()
  const choice = useCountChoice()
  const asksNot = useAsksNotToTrack()
  const site = useApiQuery(getSiteRoute, {})
  return (
    <>
      <PageHead title={t('usage.privacy.title')} text={t('usage.privacy.text')} />
      <div className={css.screen}>
        <Panel title={t('usage.privacy.choice')} text={t('usage.privacy.choiceText')}>
          {asksNot ? (
            <Note tone="plain" title={t('usage.privacy.asksNot')}>
              <p>{t('usage.privacy.asksNotText')}</p>
            </Note>
          ) : (
            <Choice
              name="count"
              legend={t('usage.privacy.choice')}
              value={choice}
              onChange={(value) => {
                if (isOneOf(countChoices, value)) choose(value)
              }}
              options={countChoices.map((value) => ({
                value,
                content: (
                  <>
                    <strong className={css.name}>{t(`usage.privacy.choices.${value}`)}</strong>
                    <span className={css.about}>
                      {t(`usage.privacy.about.${value}`)}
                      {value === 'ALLOWED' && site.data?.asks_to_count
                        ? ` ${t('usage.privacy.withVendor')}`
                        : ''}
                    </span>
                  </>
                ),
              }))}
            />
          )}
        </Panel>
        <Panel title={t('usage.privacy.what')}>
          <ul className={css.list}>
            {(['seen', 'never', 'booked', 'kept'] as const).map((line) => (
              <li key={line}>{t(`usage.privacy.lines.${line}`)}</li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('usage.privacy.errors')}>
          <ul className={css.list}>
            {(['report', 'recording', 'wish', 'kept'] as const).map((line) => (
              <li key={line}>{t(`usage.privacy.errorLines.${line}`)}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}
