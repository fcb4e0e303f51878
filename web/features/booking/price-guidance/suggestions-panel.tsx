import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  applyGuidanceRoute,
  type GuidanceSuggestion,
  getPriceGuidanceRoute,
  type PriceGuidance,
} from '@openspot/contract/booking/price-guidance.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { guidanceAnswers } from './guidance-answers.ts'
import { bandOf, pricesText, suggestionKey, whenText, whyText } from './guidance-text.ts'
import css from './price-guidance.module.css'

/** The suggestions, each with its reason, of which those to apply are chosen. */
export function SuggestionsPanel({ lot, guidance }: { lot: ConsoleLot; guidance: PriceGuidance }) {
  const t = useTranslations()
  const { suggestions, settings, currency } = guidance
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = suggestions.filter((one) => !left.has(suggestionKey(one)))
  const isAll = chosen.length === suggestions.length
  const choose = (one: GuidanceSuggestion, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(suggestionKey(one))
    else next.add(suggestionKey(one))
    setLeft(next)
  }
  if (suggestions.length === 0)
    return (
      <Panel title={t('priceGuidance.suggestions.title')}>
        <EmptyState
          title={t('priceGuidance.suggestions.noneTitle')}
          text={t('priceGuidance.suggestions.noneText', bandOf(t))}
        />
      </Panel>
    )
  return (
    <Panel title={t('priceGuidance.suggestions.title')} text={t('priceGuidance.suggestions.text')}>
      <Checkbox
        label={t('priceGuidance.suggestions.all')}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => setLeft(isAll ? new Set(suggestions.map(suggestionKey)) : new Set())}
      />
      <ul className={css.suggestions}>
        {inOrder(suggestions).map((one) => {
          const [when, prices] = [whenText(t, one), pricesText(t, one, currency)]
          return (
            <li key={suggestionKey(one)}>
              <Checkbox
                aria-label={t('priceGuidance.suggestions.choose', { when, prices })}
                checked={!left.has(suggestionKey(one))}
                onChange={(event) => choose(one, event.currentTarget.checked)}
              />
              <div>
                <p className={css.when}>
                  <span>{when}</span>
                  <span className={css.prices}>{prices}</span>
                </p>
                <p className={css.quiet}>{whyText(t, one, currency)}</p>
              </div>
            </li>
          )
        })}
      </ul>
      <Apply lot={lot} guidance={guidance} chosen={chosen} isSaved={settings.is_saved} />
    </Panel>
  )
}

function Apply({
  lot,
  guidance,
  chosen,
  isSaved,
}: {
  lot: ConsoleLot
  guidance: PriceGuidance
  chosen: readonly GuidanceSuggestion[]
  isSaved: boolean
}) {
  const t = useTranslations()
  const queries = useQueryClient()
  const send = useApiMutation(applyGuidanceRoute, { client: 'admin', refresh: guidanceAnswers })
  const hours = guidance.hours.flatMap(({ weekday, hour, suggested_bps }) =>
    suggested_bps !== null &&
    chosen.some((one) => one.weekday === weekday && one.from_hour <= hour && hour < one.until_hour)
      ? [{ weekday, hour, suggested_bps }]
      : [],
  )
  const apply = () =>
    send.mutate(
      { params: { lot_id: lot.id }, body: { terms_version: guidance.terms_version, hours } },
      {
        onSuccess: ({ raised, lowered }) =>
          notifications.show({
            message: t('priceGuidance.suggestions.applied', { hours: raised + lowered }),
          }),
      },
    )
  const reload = () => {
    void reloadQueries(queries, [getPriceGuidanceRoute]).then(() => send.reset())
  }
  return (
    <>
      {codeOf(send.error) === 'guidance_changed' ? (
        <Note tone="mark" title={t('priceGuidance.changed.title')}>
          <div className={css.note}>
            <p>{t('priceGuidance.changed.text')}</p>
            <Buttons>
              <Button size="xs" variant="default" onClick={reload}>
                {t('priceGuidance.changed.reload')}
              </Button>
            </Buttons>
          </div>
        </Note>
      ) : send.error ? (
        <Note tone="bad" title={send.error.message} />
      ) : null}
      {isSaved ? null : <p className={css.quiet}>{t('priceGuidance.suggestions.saveFirst')}</p>}
      <Buttons>
        <GatedButton
          loading={send.isPending}
          why={!isSaved || chosen.length === 0 ? t('common.why.choose') : null}
          onClick={apply}
        >
          {t('priceGuidance.suggestions.apply')}
        </GatedButton>
        <p className={css.quiet} aria-live="polite">
          {t('priceGuidance.suggestions.count', { count: chosen.length })}
        </p>
      </Buttons>
    </>
  )
}

/** Full hours first, because they are what an owner looks for. */
const inOrder = (suggestions: readonly GuidanceSuggestion[]) => [
  ...suggestions.filter(({ reason }) => reason === 'BUSY'),
  ...suggestions.filter(({ reason }) => reason === 'QUIET'),
]
