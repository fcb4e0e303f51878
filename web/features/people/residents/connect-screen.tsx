'use client'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { createDataSourceRoute, listDataSourcesRoute } from '@openspot/contract/people/data-sources.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type IntegrationProvider, integrationProviders } from '@openspot/core/residents/enums.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { NoPermission, Note } from '@/ui/states.tsx'
import { type CredentialDraft, credentialsOf, formsOf, isComplete } from './credential-draft.ts'
import { CredentialFields } from './credential-fields.tsx'
import { mayConnect } from './may-connect.ts'
import { residentsPath, sourcePath } from './resident-paths.ts'
import css from './residents.module.css'

/** Connects a property-management system, or adds a place for spreadsheets. */
export function ConnectScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [{ kind }] = useAddress(['kind'])
  const isFile = kind === 'file'
  if (!mayConnect(lot)) {
    return (
      <>
        <h1 className="sr-only">{t('residents.new.title')}</h1>
        <NoPermission />
      </>
    )
  }
  return (
    <>
      <PageHead
        back={<Link href={residentsPath(lot.id)}>{t('residents.title')}</Link>}
        title={isFile ? t('residents.new.fileTitle') : t('residents.new.title')}
        text={isFile ? t('residents.new.fileText') : t('residents.new.text')}
      />
      <div className={css.narrow}>{isFile ? <FileForm lot={lot} /> : <SystemForm lot={lot} />}</div>
    </>
  )
}

function useCreate(lot: ConsoleLot) {
  const router = useRouter()
  const send = useApiMutation(createDataSourceRoute, { client: 'admin', refresh: [listDataSourcesRoute] })
  const fault = fieldOf(send.error)
  return {
    isBusy: send.isPending,
    error: send.error,
    isAt: (field: string) => fault?.field === field,
    errorAt: (field: string) => (fault?.field === field ? fault.message : null),
    reset: send.reset,
    create: (body: Parameters<typeof send.mutate>[0]['body']) =>
      send.mutate(
        { params: { lot_id: lot.id }, body },
        { onSuccess: ({ id }) => router.push(sourcePath(lot.id, id)) },
      ),
  }
}

function FileForm({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [name, setName] = useState(t('residents.new.fileName'))
  const { create, isBusy, error, errorAt } = useCreate(lot)
  return (
    <Panel title={t('residents.files.title')} text={t('residents.files.text')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create({ kind: 'FILE', name })
        }}
      >
        <Fields>
          {error && !errorAt('name') ? <Note tone="bad" title={error.message} /> : null}
          <TextInput
            label={t('residents.new.name')}
            description={t('residents.new.nameHelp')}
            required
            maxLength={80}
            value={name}
            error={errorAt('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Buttons>
            <GatedButton
              type="submit"
              loading={isBusy}
              why={name.trim() === '' ? t('common.why.fill') : null}
            >
              {t('residents.new.goFile')}
            </GatedButton>
            <Button component={Link} variant="default" href={residentsPath(lot.id)}>
              {t('common.cancel')}
            </Button>
          </Buttons>
        </Fields>
      </form>
    </Panel>
  )
}

function SystemForm({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [provider, setProvider] = useState<IntegrationProvider | null>(null)
  const [draft, setDraft] = useState<CredentialDraft | null>(null)
  const [name, setName] = useState('')
  const { create, isBusy, error, errorAt, reset } = useCreate(lot)
  const choose = (value: string) => {
    if (!isOneOf(integrationProviders, value)) return
    const form = formsOf(value)[0]
    reset()
    setProvider(value)
    setDraft(form ? { form, values: {}, extras: [] } : null)
    // A name that was typed stays.
    if (name === '' || integrationProviders.some((one) => t(`residents.providers.${one}`) === name))
      setName(t(`residents.providers.${value}`))
  }
  const isShown =
    error &&
    draft?.form.fields.some((one) => errorAt(`${one.is_secret ? 'secrets' : 'connection'}.${one.name}`))
  return (
    <>
      <Panel title={t('residents.new.system')}>
        <Choice
          name="provider"
          legend={t('residents.new.system')}
          value={provider}
          onChange={choose}
          options={integrationProviders.map((one) => ({
            value: one,
            content: (
              <span className={css.option}>
                <strong>{t(`residents.providers.${one}`)}</strong>
                <span>{t(`residents.new.about.${one}`)}</span>
              </span>
            ),
          }))}
        />
      </Panel>
      {provider && draft ? (
        <Panel title={t('residents.new.credentials')} text={t('residents.new.credentialsText')}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              create({ kind: 'CONNECTION', provider, name, ...credentialsOf(draft) })
            }}
          >
            <Fields>
              {error && !isShown && !errorAt('name') ? <Note tone="bad" title={error.message} /> : null}
              <TextInput
                label={t('residents.new.name')}
                description={t('residents.new.nameHelp')}
                required
                maxLength={80}
                value={name}
                error={errorAt('name')}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <WayChoice
                provider={provider}
                draft={draft}
                onChange={(form) => setDraft({ ...draft, form, extras: [] })}
              />
              <CredentialFields draft={draft} errorAt={errorAt} onChange={setDraft} />
              <Buttons>
                <GatedButton
                  type="submit"
                  loading={isBusy}
                  why={name.trim() === '' || !isComplete(draft) ? t('common.why.fill') : null}
                >
                  {t('residents.new.go')}
                </GatedButton>
                <Button component={Link} variant="default" href={residentsPath(lot.id)}>
                  {t('common.cancel')}
                </Button>
              </Buttons>
            </Fields>
          </form>
        </Panel>
      ) : null}
    </>
  )
}

/** RealPage can be read in two ways. */
function WayChoice({
  provider,
  draft,
  onChange,
}: {
  provider: IntegrationProvider
  draft: CredentialDraft
  onChange: (form: CredentialDraft['form']) => void
}) {
  const t = useTranslations()
  const forms = formsOf(provider)
  if (forms.length < 2) return null
  return (
    <NativeSelect
      label={t('residents.new.ways.label')}
      value={draft.form.source}
      data={forms.flatMap(({ source }) =>
        source === 'API' ? [] : [{ value: source, label: t(`residents.new.ways.${source}`) }],
      )}
      onChange={({ currentTarget: { value } }) => {
        const form = forms.find(({ source }) => source === value)
        if (form) onChange(form)
      }}
    />
  )
}
