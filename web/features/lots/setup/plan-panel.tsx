import { getLotSubscriptionRoute } from '@openspot/contract/money/subscriptions.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import css from './setup.module.css'

/** What the lot pays the platform. Its plan follows from its spots, so owners would otherwise first learn of it from a bill. */
export function PlanPanel({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const { data } = useApiQuery(
    getLotSubscriptionRoute,
    { params: { lot_id: lot.id }, query: { limit: 1 } },
    { client: 'admin', enabled: lot.is_admin, everySeconds: 30 },
  )
  if (!data?.plan || data.month_cents === 0) return null
  return (
    <Panel title={t('plan.present')}>
      <div className={css.review}>
        <p>
          <strong>{data.plan.name}</strong>{' '}
          {t.rich('plan.monthlyPrice', {
            amount: tag(<Money cents={data.month_cents} currency={data.currency} />),
          })}
        </p>
        {data.has_begun === false ? <p>{t('plan.waits')}</p> : null}
        <p className={css.state}>{t('plan.text')}</p>
        <p>
          <Link href={`/lots/${lot.id}/plan`}>{t('plan.change')}</Link>
        </p>
      </div>
    </Panel>
  )
}
