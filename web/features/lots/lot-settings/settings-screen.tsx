'use client'
import { SegmentedControl } from '@mantine/core'
import { getLotRoute, type StaffLot } from '@openspot/contract/lots/lots.ts'
import { listPublicIdsRoute } from '@openspot/contract/lots/public-ids.ts'
import { listRedirectsRoute } from '@openspot/contract/lots/redirects.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { type ConsoleLot, consoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { writeQuery } from '@/lib/write-query.ts'
import { Hours } from '@/ui/opening-hours/hours.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { NoPermission, Note } from '@/ui/states.tsx'
import { Contact } from './contact.tsx'
import { Access, Details } from './details.tsx'
import { Facts } from './facts.tsx'
import css from './lot-settings.module.css'
import { Money } from './money.tsx'
import { Copy, isOwner, Retire } from './more.tsx'
import { PlatformTerms, ReviewLink } from './platform-terms.tsx'
import { Policies } from './policies.tsx'
import { PublicId } from './public-id.tsx'
import { Redirects } from './redirects.tsx'
import { Texts } from './texts.tsx'

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
            onChange={(next) => writeQuery(next === 'details' ? '' : `tab=${next}`)}
            data={tabs.map((value) => ({ value, label: t(`lotSettings.tabs.${value}`) }))}
          />
        }
      />
      <div className={css.screen}>
        <Standing settings={settings} />
        {tab === 'details' ? (
          <>
            <Details settings={settings} />
            <Texts settings={settings} />
            <Facts settings={settings} />
            <Contact settings={settings} />
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
            {settings.role === null ? <PlatformTerms settings={settings} /> : null}
            {settings.role === null ? <ReviewLink settings={settings} /> : null}
            {isOwner(settings) ? <Retire settings={settings} /> : null}
          </>
        ) : null}
      </div>
    </>
  )
}

/** Notes on what prevents the lot from being booked or found. */
function Standing({ settings: { id, is_retired, trust_level, trust_reason } }: { settings: StaffLot }) {
  const t = useTranslations()
  return (
    <>
      {is_retired ? <Note title={t('lotSettings.isRetired')}>{t('lotSettings.isRetiredText')}</Note> : null}
      {trust_level === 'NEW' ? (
        <Note title={t('lotSettings.isNew')}>
          <p>{t('lotSettings.isNewText')}</p>
          <p>
            <Link href={`/lots/${id}/setup`}>{t('lotSettings.toSetup')}</Link>
          </p>
          {trust_reason ? <p>{t('lotSettings.reviewReason', { reason: trust_reason })}</p> : null}
        </Note>
      ) : null}
      {trust_level === 'BLOCKED' ? (
        <Note tone="bad" title={t('lotSettings.isBlocked')}>
          <p>{t('lotSettings.isBlockedText')}</p>
          {trust_reason ? <p>{t('lotSettings.reviewReason', { reason: trust_reason })}</p> : null}
        </Note>
      ) : null}
    </>
  )
}
