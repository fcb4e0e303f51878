import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listDataSourcesRoute } from '@openspot/contract/people/data-sources.ts'
import {
  applyImportRoute,
  discardImportRoute,
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
  type ResidentImport,
} from '@openspot/contract/people/resident-imports.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './residents.module.css'

const client = 'admin' as const
const refresh = [getImportRoute, listImportRowsRoute, listImportsRoute, listDataSourcesRoute]

/** What applying a preview would do, in numbers, and the decision. */
export function ImportPreview({ lot, of }: { lot: ConsoleLot; of: ResidentImport }) {
  const t = useTranslations()
  const time = useTimeFormat(lot.time_zone)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const sources = useApiQuery(listDataSourcesRoute, { params: { lot_id: lot.id } }, { client })
  const source = sources.data?.items.find(({ id }) => id === of.data_source_id)
  const apply = useApiMutation(applyImportRoute, { client, refresh })
  const discard = useApiMutation(discardImportRoute, { client, refresh })
  const params = { import_id: of.id }
  const {
    CREATE: create = 0,
    LINK: link = 0,
    UPDATE: update = 0,
    END: end = 0,
    BLOCK: block = 0,
  } = of.action_counts
  const isNothing = create + link + update + end + of.rows_waiting === 0
  const lines = [
    create > 0 && t('residents.import.preview.create', { count: create }),
    link > 0 && t('residents.import.preview.link', { count: link }),
    update > 0 && t('residents.import.preview.update', { count: update }),
    end > 0 && t('residents.import.preview.end', { count: end }),
    create > 0 &&
      source &&
      (source.sends_invites
        ? t('residents.import.preview.invite', { count: create })
        : t('residents.import.preview.noInvites')),
    of.rows_waiting > 0 && t('residents.import.preview.waiting', { count: of.rows_waiting }),
    block > 0 && t('residents.import.preview.blocked', { count: block }),
    isNothing && t('residents.import.preview.nothing'),
  ].filter((line) => typeof line === 'string')
  return (
    <Panel title={t('residents.import.preview.title')} text={t('residents.import.preview.text')}>
      {apply.error ? <Note tone="bad" title={apply.error.message} /> : null}
      <ul className={css.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {of.expires_at === null ? null : (
        <p className={css.quiet}>
          {t(`residents.import.preview.${source?.kind === 'CONNECTION' ? 'expiresAndWaits' : 'expires'}`, {
            when: formatInstant(of.expires_at, time, false),
          })}
        </p>
      )}
      <Buttons>
        <Button
          loading={apply.isPending}
          onClick={() =>
            apply.mutate(
              { params, body: {} },
              {
                onSuccess: () => notifications.show({ message: t('residents.import.preview.applying') }),
              },
            )
          }
        >
          {t('residents.import.preview.apply')}
        </Button>
        <Button variant="default" onClick={() => setIsDiscarding(true)}>
          {t('residents.import.preview.discard')}
        </Button>
      </Buttons>
      <ConfirmDialog
        opened={isDiscarding}
        title={t('residents.import.preview.discardTitle')}
        text={t('residents.import.preview.discardText')}
        yes={t('residents.import.preview.discard')}
        no={t('residents.import.preview.keep')}
        isBusy={discard.isPending}
        error={discard.error}
        onYes={() =>
          discard.mutate(
            { params },
            {
              onSuccess: () => {
                setIsDiscarding(false)
                notifications.show({ message: t('residents.import.preview.discarded') })
              },
            },
          )
        }
        onClose={() => setIsDiscarding(false)}
      />
    </Panel>
  )
}
