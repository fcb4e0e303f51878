import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type DataSource,
  listDataSourcesRoute,
  patchDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import type { Messages } from '@openspot/messages/types.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Facts, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { type CredentialDraft, credentialsOf, draftOf, isComplete } from './credential-draft.ts'
import { CredentialFields } from './credential-fields.tsx'
import { mayConnect } from './may-connect.ts'

/** Shows with what a system is reached, and replaces the credentials, of which the secrets must be entered again. */
export function CredentialsPanel({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const [draft, setDraft] = useState<CredentialDraft | null>(null)
  const send = useApiMutation(patchDataSourceRoute, { client: 'admin', refresh: [listDataSourcesRoute] })
  const { provider, connection } = source
  const stored = provider ? draftOf(provider, connection) : null
  if (!stored) return null
  const fault = fieldOf(send.error)
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null)
  const isAtField = stored.form.fields.some(
    ({ name, is_secret }) => errorAt(`${is_secret ? 'secrets' : 'connection'}.${name}`) !== null,
  )
  const stop = () => {
    setDraft(null)
    send.reset()
  }
  const save = (next: CredentialDraft) =>
    send.mutate(
      { params: { data_source_id: source.id }, body: credentialsOf(next) },
      {
        onSuccess: () => {
          setDraft(null)
          notifications.show({ message: t('residents.credentials.saved') })
        },
      },
    )
  const change = mayConnect(lot) ? (
    <Button variant="default" size="sm" onClick={() => setDraft(stored)}>
      {t('residents.credentials.change')}
    </Button>
  ) : null
  return (
    <Panel
      title={t('residents.new.credentials')}
      text={draft ? t('residents.new.keep') : t('residents.new.credentialsText')}
      action={draft ? null : change}
    >
      {draft ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save(draft)
          }}
        >
          <Fields>
            {send.error && !isAtField ? <Note tone="bad" title={send.error.message} /> : null}
            <CredentialFields draft={draft} errorAt={errorAt} onChange={setDraft} />
            <Buttons>
              <GatedButton
                type="submit"
                loading={send.isPending}
                why={isComplete(draft) ? null : t('common.why.fill')}
              >
                {t('residents.credentials.save')}
              </GatedButton>
              <Button variant="default" onClick={stop}>
                {t('common.cancel')}
              </Button>
            </Buttons>
          </Fields>
        </form>
      ) : (
        <Facts
          items={[
            ...stored.form.fields
              .filter(({ is_secret }) => !is_secret)
              .map(
                ({ name }) =>
                  [
                    t(`residents.fields.${name as keyof Messages['residents']['fields']}.label`),
                    stored.values[name] ?? null,
                  ] as const,
              ),
            [
              t('residents.new.extras'),
              stored.extras.map((extra) => t(`residents.extras.${extra}.label`)).join(t('common.comma')),
            ],
          ]}
        />
      )}
    </Panel>
  )
}
