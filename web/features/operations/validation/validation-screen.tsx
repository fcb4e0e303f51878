'use client'
import { Button } from '@mantine/core'
import { listPartnersRoute } from '@openspot/contract/operations/validation-partners.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { discountText } from '@/ui/validation/option-text.ts'
import { balanceFact } from './balance.ts'
import { BudgetBar } from './budget-bar.tsx'
import { HistoryPart } from './history-part.tsx'
import { PartnerDialog } from './partner-dialog.tsx'
import css from './validation.module.css'

/** The validation partners of a lot with their budgets, and the history of all validations. */
export function ValidationScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(
    listPartnersRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', everySeconds: 60 },
  )
  const [adds, setAdds] = useState(false)
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/validation`} />
  }
  const partners = answer.data?.items ?? []
  const add = <Button onClick={() => setAdds(true)}>{t('validation.staff.add')}</Button>
  return (
    <>
      <PageHead
        title={t('validation.staff.title')}
        text={t('validation.staff.text')}
        action={partners.length > 0 ? add : null}
      />
      <QueryState answer={answer} />
      {answer.data && partners.length === 0 ? (
        <EmptyState
          title={t('validation.staff.emptyTitle')}
          text={t('validation.staff.emptyText')}
          action={add}
        />
      ) : null}
      <div className={css.list}>
        {partners.map((partner) => {
          const money = (cents: number) => moneyText(t, cents, partner.currency)
          const budget = partner.monthly_budget_cents
          return (
            <Panel
              key={partner.id}
              title={partner.name}
              text={partner.is_paused ? t('validation.staff.paused') : null}
              action={
                <Button
                  component={Link}
                  variant="default"
                  size="sm"
                  href={`/lots/${lot.id}/validation/${partner.id}`}
                  aria-label={t('validation.staff.openOf', { name: partner.name })}
                >
                  {t('validation.staff.open')}
                </Button>
              }
            >
              <Facts
                items={[
                  balanceFact(t, partner),
                  [
                    t('validation.staff.month'),
                    budget === null
                      ? money(partner.month_cents)
                      : t('validation.staff.monthOf', {
                          used: money(partner.month_cents),
                          budget: money(budget),
                        }),
                  ],
                ]}
              />
              {partner.options.map((option) => (
                <div key={option.id} className={css.option}>
                  <h3>{option.name}</h3>
                  <p className={css.quiet}>{discountText(t, option, partner.currency)}</p>
                  <BudgetBar
                    used={option.used_cents}
                    budget={option.budget_cents}
                    label={
                      option.budget_cents === null
                        ? t('validation.staff.used', { used: money(option.used_cents) })
                        : t('validation.staff.budgetOf', {
                            used: money(option.used_cents),
                            budget: money(option.budget_cents),
                          })
                    }
                  />
                </div>
              ))}
            </Panel>
          )
        })}
      </div>
      {partners.length > 0 ? <HistoryPart lot={lot} partners={partners} /> : null}
      {adds ? <PartnerDialog lot={lot} partner={null} onClose={() => setAdds(false)} /> : null}
    </>
  )
}
