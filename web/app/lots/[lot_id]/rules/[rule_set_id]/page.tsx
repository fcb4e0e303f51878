import { getRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { notFound } from 'next/navigation'
import { RuleSetScreen } from '@/features/booking/rule-sets/rule-set-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('ruleSets.one'))

type Params = Promise<{ lot_id: string; rule_set_id: string }>

export default async function OneRuleSet({ params }: { params: Params }) {
  const { lot_id, rule_set_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`rules/${rule_set_id}`}>
      {(lot) => <OneSet lot={lot} rule_set_id={rule_set_id} />}
    </LotPage>
  )
}

async function OneSet({ lot, rule_set_id }: { lot: ConsoleLot; rule_set_id: string }) {
  const path = `/lots/${lot.id}/rules/${rule_set_id}`
  const set = await fetchPage(path, getRuleSetRoute, { params: { rule_set_id }, query: {} }, 'admin')
  if (set.ok && set.data.lot_id === lot.id) return <RuleSetScreen lot={lot} initial={set.data} />
  if (set.ok || [400, 403, 404].includes(set.status)) notFound()
  return <ErrorState error={set} />
}
