'use client'
import { Button, Switch, TextInput } from '@mantine/core'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { deleteLotDraftRoute, type LotDraft } from '@openspot/contract/lots/lot-drafts.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { currencyOf } from '@openspot/core/money/currency-of-country.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, FieldRow, Fields, Panel } from '@/ui/panel.tsx'
import { NoPermission, Note } from '@/ui/states.tsx'
import { VerifyEmail } from '@/ui/verify-email.tsx'
import { AddressFields } from './address-fields.tsx'
import { CountryField } from './country-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { FindAddress } from './find-address.tsx'
import type { FoundPlace } from './found-note.tsx'
import { ImportLot } from './import-lot.tsx'
import { LocationField } from './location-field.tsx'
import css from './lot-settings.module.css'
import { PlaceSearch } from './place-search.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'
import { useLotDraft } from './use-lot-draft.ts'

/** Creates a lot with its name and location. What is entered is kept as a draft; everything else is set up later. */
export function NewLotScreen({ saved }: { saved: LotDraft | null }) {
  const t = useTranslations()
  const router = useRouter()
  const { draft, change, clear, settle, hasDraft, isSaved, fault: draftFault } = useLotDraft(saved)
  const [found, setFound] = useState<FoundPlace | 'NOTHING' | null>(null)
  const [chosen, setChosen] = useState<{ lat: number | null; lng: number | null; zone: string } | null>(null)
  /** A choice counts for the point for which it was made. */
  const zone = chosen !== null && chosen.lat === draft.lat && chosen.lng === draft.lng ? chosen.zone : null
  const me = useApiQuery(getMeRoute, {}, { everySeconds: (read) => (read?.email_verified_at ? 0 : 5) })
  const isUnverified = me.data !== undefined && me.data.email_verified_at === null
  // Confirming the address in another browser ends this session. The draft is kept.
  const isSignedOut = me.error?.status === 401
  const send = useApiMutation(createLotRoute, { client: 'admin', refresh: [listMyMembershipsRoute] })
  const drop = useApiMutation(deleteLotDraftRoute, { client: 'admin' })
  const fault = fieldOf(send.error)
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null)
  const missing = (['name', 'point'] as const).filter((one) =>
    one === 'name' ? draft.name.trim() === '' : draft.lat === null || draft.lng === null,
  )
  /** The currency follows the country as long as nobody chose another one. */
  const currencyIn = (country: string) =>
    draft.currency === currencyOf(draft.country) ? (currencyOf(country) ?? draft.currency) : draft.currency
  const go = () => {
    const { lat, lng, ...rest } = draft
    if (lat === null || lng === null) return
    settle()
    const body = { ...rest, lat, lng, ...(zone === null ? {} : { time_zone: zone }) }
    send.mutate({ body }, { onSuccess: (lot) => router.push(`/lots/${lot.id}/setup`) })
  }
  if (isSignedOut) return <NoPermission sign_in path="/lots/new" />
  return (
    <>
      <PageHead
        back={<Link href="/lots">{t('staff.lots.title')}</Link>}
        title={t('lotSettings.add.title')}
        text={t('lotSettings.add.text')}
      />
      <Columns side={<ImportLot />}>
        {isUnverified ? (
          <VerifyEmail me={me.data} next="/lots/new" text={t('lotSettings.add.verify')} />
        ) : null}
        <Panel title={t('lotSettings.details.title')}>
          <form
            className={css.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              go()
            }}
          >
            {send.error && !fault ? <Note tone="bad" title={send.error.message} /> : null}
            <Fields>
              <TextInput
                label={t('lotSettings.details.name')}
                description={t('lotSettings.add.nameText')}
                maxLength={120}
                value={draft.name}
                error={errorAt('name')}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <PlaceSearch
                onChoose={(place) => {
                  const { country, city, region, postal_code, street } = place.address
                  setFound(place)
                  change({
                    lat: place.lat,
                    lng: place.lng,
                    boundary: null,
                    country,
                    currency: currencyIn(country),
                    city: city ?? '',
                    region: region ?? '',
                    postal_code: postal_code ?? '',
                    ...(street === null ? {} : { street }),
                  })
                }}
              />
              <AddressFields country={draft.country} values={draft} errorAt={errorAt} onChange={change} />
              <FieldRow isWide>
                <CountryField
                  country={draft.country}
                  error={errorAt('country')}
                  onChange={(country) => change({ country, currency: currencyIn(country) })}
                />
                <CurrencyField
                  currency={draft.currency}
                  country={draft.country}
                  error={errorAt('currency')}
                  onChange={(currency) => change({ currency })}
                />
              </FieldRow>
              <FindAddress
                address={draft}
                country={draft.country}
                onFound={(place) => {
                  setFound(place ?? 'NOTHING')
                  if (place) change({ lat: place.lat, lng: place.lng, boundary: null })
                }}
              />
              <LocationField
                value={draft}
                found={found}
                errorAt={errorAt}
                onChange={(part) => {
                  setFound(null)
                  change(part)
                }}
              />
              <TimeZoneChoice
                lat={draft.lat}
                lng={draft.lng}
                value={zone}
                onChange={(next) => setChosen({ lat: draft.lat, lng: draft.lng, zone: next })}
              />
              <Switch
                label={t('lotSettings.access.is_private')}
                description={t('lotSettings.access.privateText')}
                checked={draft.is_private}
                onChange={(event) => change({ is_private: event.currentTarget.checked })}
              />
            </Fields>
            <p className={css.quiet} role="status">
              {draftFault
                ? t('lotSettings.add.notSaved', { reason: draftFault.message })
                : isSaved
                  ? t('lotSettings.add.saved')
                  : hasDraft
                    ? t('lotSettings.add.saving')
                    : null}
            </p>
            {missing.length > 0 ? (
              <p className={css.quiet}>
                {t('lotSettings.add.missing', {
                  name: String(missing.includes('name')),
                  point: String(missing.includes('point')),
                })}
              </p>
            ) : isUnverified ? (
              <p className={css.quiet}>{t('lotSettings.add.unverified')}</p>
            ) : null}
            <Buttons>
              <GatedButton
                type="submit"
                loading={send.isPending}
                why={missing.length > 0 || isUnverified ? t('common.why.fill') : null}
              >
                {t('lotSettings.add.go')}
              </GatedButton>
              {hasDraft ? (
                <Button
                  variant="default"
                  loading={drop.isPending}
                  onClick={() => {
                    settle()
                    drop.mutate({}, { onSuccess: clear })
                  }}
                >
                  {t('lotSettings.add.startOver')}
                </Button>
              ) : null}
            </Buttons>
          </form>
        </Panel>
      </Columns>
    </>
  )
}
