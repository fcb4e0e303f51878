'use client'
import { SegmentedControl } from '@mantine/core'
import { getLotRoute, type StaffLot } from '@openspot/contract/lots/lots.ts'
import { listPublicIdsRoute } from '@openspot/contract/lots/public-ids.ts'
import { listRedirectsRoute } from '@openspot/contract/lots/redirects.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { type ConsoleLot, consoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { Hours } from '@/ui/opening-hours/hours.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { NoPermission, Note } from '@/ui/states.tsx'
import { Access, Details } from './details.tsx'
import css from './lot-settings.module.css'
import { Money, Trust } from './money.tsx'
import { Copy, isOwner, Retire } from './more.tsx'
import { Policies } from './policies.tsx'
import { PublicId } from './public-id.tsx'
import { Redirects } from './redirects.tsx'

const tabs = ['details', 'policies', 'links', 'more'] as const
const watched = [getLotRoute, listPublicIdsRoute, listRedirectsRoute]

/** All settings of a lot except prices and rules. */
export function SettingsScreen({ lot: first, initial }: { lot: ConsoleLot; initial: StaffLot }) {
  const t = useTranslations()
  useLotEvents(first.id, watched)
  const requestedTab = useSearchParams()?.get('tab')
  const tab = isOneOf(tabs, requestedTab) ? requestedTab : 'details'
  const answer = useApiQuery(
    getLotRoute,
    { params: { lot_id: first.id } },
    { client: 'admin', initialData: initial },
  )
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${first.id}/settings`} />
  }
  const settings = answer.data ?? initial
  const lot = consoleLot(settings)
  return (
    <>
      <PageHead
        title={t('lotSettings.title')}
        action={
          <SegmentedControl
            aria-label={t('lotSettings.tab')}
            value={tab}
            onChange={(next) =>
              window.history.replaceState(
                null,
                '',
                next === 'details' ? window.location.pathname : `?tab=${next}`,
              )
            }
            data={tabs.map((value) => ({ value, label: t(`lotSettings.tabs.${value}`) }))}
          />
        }
      />
      <div className={css.screen}>
        <Standing settings={settings} />
        {tab === 'details' ? (
          <>
            <Details settings={settings} />
            <Access settings={settings} />
          </>
        ) : null}
        {tab === 'policies' ? (
          <>
            <Policies settings={settings} />
            <Hours lot={lot} settings={settings} />
            <Money settings={settings} />
          </>
        ) : null}
        {tab === 'links' ? (
          <>
            <PublicId lot={lot} />
            <Redirects lot={lot} />
          </>
        ) : null}
        {tab === 'more' ? (
          <>
            <Copy settings={settings} />
            {settings.role === null ? <Trust settings={settings} /> : null}
            {isOwner(settings) ? <Retire settings={settings} /> : null}
          </>
        ) : null}
      </div>
    </>
  )
}

/** Notes on what prevents the lot from being booked or found. */
function Standing({ settings: { is_retired, trust_level } }: { settings: StaffLot }) {
  const t = useTranslations()
  return (
    <>
      {is_retired ? <Note title={t('lotSettings.isRetired')}>{t('lotSettings.isRetiredText')}</Note> : null}
      {trust_level === 'NEW' ? (
        <Note title={t('lotSettings.isNew')}>{t('lotSettings.isNewText')}</Note>
      ) : null}
      {trust_level === 'BLOCKED' ? (
        <Note tone="bad" title={t('lotSettings.isBlocked')}>
          {t('lotSettings.isBlockedText')}
        </Note>
      ) : null}
    </>
  )
}
