'use client'
import { Button } from '@mantine/core'
import { getSiteRoute } from '@openspot/contract/platform/site.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { choose, useAsksNotToTrack, useCountChoice } from '@/lib/usage/choice.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './usage.module.css'

/**
 * Asks once whether visits may be counted by a vendor. Shown only if there is a vendor, and neither the browser nor the visitor
 * has answered. It covers nothing, and the page works without an answer.
 */
export function CountQuestion() {
  const t = useTranslations()
  const choice = useCountChoice()
  const asksNot = useAsksNotToTrack()
  const mayAsk = choice === 'UNDECIDED' && !asksNot
  const site = useApiQuery(getSiteRoute, {}, { enabled: mayAsk })
  if (!mayAsk || !site.data?.asks_to_count) return null
  return (
    <section className={css.question} aria-label={t('usage.question.label')}>
      <p>
        {t('usage.question.text')} <Link href="/privacy">{t('usage.question.more')}</Link>
      </p>
      <div className={css.answers}>
        <Button size="compact-sm" variant="default" onClick={() => choose('DECLINED')}>
          {t('usage.question.decline')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => choose('ALLOWED')}>
          {t('usage.question.allow')}
        </Button>
      </div>
    </section>
  )
}
