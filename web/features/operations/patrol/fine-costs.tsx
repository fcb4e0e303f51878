'use client'
import type { ShiftData } from '@openspot/contract/operations/patrol.ts'
import { useTranslations } from 'use-intl'
import { moneyText } from '@/ui/money.tsx'

/** What a reason costs: the warnings that come first, and the first, second, third … fine. */
export function FineCosts({ of, currency }: { of: ShiftData['fine_reasons'][number]; currency: string }) {
  const t = useTranslations()
  const amounts = of.amounts_cents.map((cents) => moneyText(t, cents, currency)).join(t('common.comma'))
  return <span>{t('patrol.fine.costs', { warnings: of.warnings, amounts })}</span>
}
