import { Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type DataSource,
  listDataSourcesRoute,
  patchDataSourcePropertiesRoute,
} from '@openspot/contract/people/data-sources.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { mayConnect } from './may-connect.ts'
import css from './residents.module.css'

/** Chooses the properties whose residents belong to the lot. */
export function PropertiesPanel({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const time = useTimeFormat(lot.time_zone)
  const mapped = source.properties.filter(({ is_mapped }) => is_mapped).map(({ property_id }) => property_id)
  // Null until something is chosen, so that changes from elsewhere show up.
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const chosen = draft ?? mapped
  const send = useApiMutation(patchDataSourcePropertiesRoute, {
    client: 'admin',
    refresh: [listDataSourcesRoute],
  })
  const isOwner = mayConnect(lot)
  const isChanged = chosen.length !== mapped.length || chosen.some((id) => !mapped.includes(id))
  const isLess = mapped.some((id) => !chosen.includes(id))
  const save = () =>
    send.mutate(
      { params: { data_source_id: source.id }, body: { property_ids: [...chosen] } },
      {
        onSuccess: () => {
          setDraft(null)
          notifications.show({ message: t('residents.properties.saved', { count: chosen.length }) })
        },
      },
    )
  return (
    <Panel title={t('residents.properties.title')} text={t('residents.properties.text')}>
      {send.error ? <Note tone="bad" title={send.error.message} /> : null}
      {isOwner ? null : <p className={css.quiet}>{t('common.why.owner')}</p>}
      {source.properties.length === 0 ? (
        <p className={css.quiet}>{t('residents.properties.none')}</p>
      ) : (
        <fieldset className={css.properties}>
          <legend className="sr-only">{t('residents.properties.legend')}</legend>
          {source.properties.map(({ property_id, name, address, is_listed, pulled_at, problem }) => (
            <Checkbox
              key={property_id}
              label={name}
              disabled={!isOwner}
              checked={chosen.includes(property_id)}
              description={[
                address ?? property_id,
                is_listed ? null : t('residents.properties.notListed'),
                problem
                  ? t('residents.properties.problem', { problem })
                  : pulled_at &&
                    t('residents.properties.pulled', { when: formatInstant(pulled_at, time, false) }),
              ]
                .filter(Boolean)
                .join(' · ')}
              onChange={({ currentTarget: { checked } }) =>
                setDraft(
                  source.properties
                    .map((one) => one.property_id)
                    .filter((id) => (id === property_id ? checked : chosen.includes(id))),
                )
              }
            />
          ))}
        </fieldset>
      )}
      {isLess ? <p className={css.quiet}>{t('residents.properties.removedNote')}</p> : null}
      {isOwner && source.properties.length > 0 ? (
        <Buttons>
          <GatedButton
            loading={send.isPending}
            why={isChanged ? null : t('common.why.unchanged')}
            onClick={save}
          >
            {t('residents.properties.save')}
          </GatedButton>
        </Buttons>
      ) : null}
    </Panel>
  )
}
