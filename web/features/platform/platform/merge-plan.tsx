import type { MergePreview } from '@openspot/contract/platform/merges.ts'
import { useTranslations } from 'use-intl'
import { Money } from '@/ui/money.tsx'
import { Facts } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import own from './platform.module.css'
import { userName } from './user-name.ts'
import { Address } from './users-screen.tsx'

const kinds = [
  'reservations',
  'live_reservations',
  'invoices',
  'vehicles',
  'payment_methods',
  'memberships',
  'hosted_spots',
  'subscriptions',
  'payout_accounts',
] as const

/** What a merge does, or why it can't be done. */
export function MergePlan({ plan: { from, into, moves, earnings, blockers } }: { plan: MergePreview }) {
  const t = useTranslations()
  const moved = kinds.filter((kind) => moves[kind] > 0)
  return (
    <>
      <Facts
        items={[
          [t('accountMerge.from'), <Both key="from" user={from} />],
          [t('accountMerge.into'), <Both key="into" user={into} />],
        ]}
      />
      {blockers.length > 0 ? (
        <Note tone="bad" title={t('accountMerge.blocked')}>
          <ul className={own.reasons}>
            {blockers.map((blocker) => (
              <li key={blocker}>{t(`apiErrors.mergeBlockers.${blocker}`)}</li>
            ))}
          </ul>
        </Note>
      ) : null}
      <h3>{t('accountMerge.moves')}</h3>
      {moved.length === 0 && earnings.length === 0 ? (
        <p>{t('accountMerge.nothing')}</p>
      ) : (
        <Facts
          items={[
            ...moved.map((kind) => [t(`accountMerge.kinds.${kind}`), moves[kind]] as const),
            ...earnings.map(
              ({ currency, amount_cents }) =>
                [
                  t('accountMerge.earnings'),
                  <Money key={currency} cents={amount_cents} currency={currency} />,
                ] as const,
            ),
          ]}
        />
      )}
      {blockers.length > 0 ? null : (
        <p>{t('accountMerge.warning', { from: from.email ?? from.contact_email ?? userName(t, from) })}</p>
      )}
    </>
  )
}

function Both({ user }: { user: MergePreview['from'] }) {
  const t = useTranslations()
  return (
    <span className={own.person}>
      <strong>{userName(t, user)}</strong>
      <span className={own.quiet}>
        <Address user={user} />
      </span>
    </span>
  )
}
