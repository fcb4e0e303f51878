'use client'
import { Button, NumberInput, Switch, TextInput } from '@mantine/core'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { addressFieldsIn } from '@openspot/core/address.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, FieldRow, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { ImportLot } from './import-lot.tsx'
import css from './lot-settings.module.css'

/** Creates a lot with its name and location. Everything else is set later, or imported from a file. */
export function NewLotScreen() {
  const t = useTranslations()
  const router = useRouter()
  const [draft, setDraft] = useState({
    name: '',
    street: '',
    city: '',
    region: '',
    postal_code: '',
    country: 'US',
    currency: 'USD',
    is_private: false,
  })
  const [at, setAt] = useState<{ lat: number | null; lng: number | null }>({ lat: null, lng: null })
  const send = useApiMutation(createLotRoute, { client: 'admin', refresh: [listMyMembershipsRoute] })
  const fault = fieldOf(send.error)
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null)
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }))
  const isReady = draft.name.trim() !== '' && at.lat !== null && at.lng !== null
  const go = () => {
    if (at.lat === null || at.lng === null) return
    const body = { ...draft, lat: at.lat, lng: at.lng }
    send.mutate({ body }, { onSuccess: (lot) => router.push(`/lots/${lot.id}/spots/new`) })
  }
  const degrees = (field: 'lat' | 'lng', max: number) => (
    <NumberInput
      label={t(`lotSettings.details.${field}`)}
      size="md"
      hideControls
      decimalScale={7}
      min={-max}
      max={max}
      value={at[field] ?? ''}
      error={errorAt(field)}
      onChange={(value) => setAt((former) => ({ ...former, [field]: value === '' ? null : Number(value) }))}
    />
  )
  return (
    <>
      <PageHead
        back={<Link href="/lots">{t('staff.lots.title')}</Link>}
        title={t('lotSettings.add.title')}
        text={t('lotSettings.add.text')}
      />
      <Columns side={<ImportLot />}>
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
                maxLength={120}
                value={draft.name}
                error={errorAt('name')}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <FieldRow>
                {addressFieldsIn(draft.country).map((field) => (
                  <TextInput
                    key={field}
                    label={t(`lotSettings.address.${field}`, { country: draft.country })}
                    maxLength={field === 'postal_code' ? 20 : 120}
                    value={draft[field]}
                    error={errorAt(field)}
                    onChange={(event) => change({ [field]: event.currentTarget.value })}
                  />
                ))}
              </FieldRow>
              <FieldRow>
                <TextInput
                  label={t('lotSettings.details.country')}
                  description={t('lotSettings.details.countryText')}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  maxLength={2}
                  value={draft.country}
                  error={errorAt('country')}
                  onChange={(event) => change({ country: event.currentTarget.value.toUpperCase() })}
                />
                <TextInput
                  label={t('lotSettings.add.currency')}
                  description={t('lotSettings.money.currencyText')}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  maxLength={3}
                  value={draft.currency}
                  error={errorAt('currency')}
                  onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
                />
              </FieldRow>
              <FieldRow>
                {degrees('lat', 90)}
                {degrees('lng', 180)}
              </FieldRow>
              <p className={css.quiet}>{t('lotSettings.details.positionText')}</p>
              <Switch
                label={t('lotSettings.access.is_private')}
                description={t('lotSettings.access.privateText')}
                checked={draft.is_private}
                onChange={(event) => change({ is_private: event.currentTarget.checked })}
              />
            </Fields>
            <Buttons>
              <Button type="submit" loading={send.isPending} disabled={!isReady}>
                {t('lotSettings.add.go')}
              </Button>
            </Buttons>
          </form>
        </Panel>
      </Columns>
    </>
  )
}
