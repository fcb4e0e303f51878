import type { PlatformUsage } from '@openspot/contract/platform/analytics.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'

/** Whether PostHog gets a copy of the events, and why not. */
export function ForwardingPanel({ state }: { state: PlatformUsage['forwarding'] }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const format = new Intl.NumberFormat(localeOf(t))
  if (state === null)
    return (
      <Panel title={t('usage.forwarding.title')}>
        <p>{t('usage.forwarding.off')}</p>
      </Panel>
    )
  const { host, sent_at, sent_count, waiting_count, expired_count, failing_since, failure } = state
  const last = sent_at === null ? null : <Moment at={sent_at} zone={reader_zone} />
  return (
    <Panel title={t('usage.forwarding.title')} text={t('usage.forwarding.on', { host })}>
      {failing_since === null || failure === null ? null : (
        <Note tone="bad" title={t(`usage.forwarding.failures.${failure}`)}>
          <p>
            {t('usage.forwarding.failing')} <Moment at={failing_since} zone={reader_zone} />
          </p>
        </Note>
      )}
      <Facts
        items={[
          [t('usage.forwarding.sent'), format.format(sent_count)],
          [t('usage.forwarding.waiting'), format.format(waiting_count)],
          [t('usage.forwarding.expired'), format.format(expired_count)],
          [t('usage.forwarding.last'), last],
        ]}
      />
    </Panel>
  )
}
