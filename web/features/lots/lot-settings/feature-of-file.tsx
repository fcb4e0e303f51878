import { Loader, Select } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import type { LotDocument } from '@openspot/contract/lots/lot-export.ts'
import { readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Note } from '@/ui/states.tsx'

type Outcome = NonNullable<Output<typeof readLotFileRoute>['lot']>['outcomes'][number]

const columns = (t: Translate): Column<Outcome>[] => [
  { key: 'property', head: t('lotFiles.screen.property'), cell: ({ property }) => property },
  {
    key: 'outcome',
    head: t('lotFiles.screen.outcome'),
    cell: ({ outcome }) => t(`lotFiles.outcomes.${outcome}`),
  },
  { key: 'reason', head: t('lotFiles.screen.reason'), isText: true, cell: ({ reason }) => reason },
]

/** Lets a person choose a lot of a map file, and shows what became of each of its properties. */
export function FeatureOfFile({
  text,
  onRead,
}: {
  text: string
  onRead: (document: LotDocument | null) => void
}) {
  const t = useTranslations()
  const [number, setNumber] = useState<number | null>(null)
  const { mutate, data, error, isPending } = useApiMutation(readLotFileRoute, { client: 'admin' })
  const read = (feature?: number) =>
    mutate(
      { body: { text, ...(feature === undefined ? {} : { feature }) } },
      { onSuccess: ({ lot }) => onRead(lot?.document ?? null) },
    )
  // The file was just chosen; each file has a component of its own.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => read(), [])
  const lot = data?.lot
  return (
    <>
      {error ? <Note tone="bad" title={error.message} /> : null}
      {isPending ? <Loader size="sm" /> : null}
      {data && data.features.length > 1 ? (
        <Select
          label={t('lotFiles.screen.feature')}
          searchable
          nothingFoundMessage={t('lotFiles.screen.noFeature')}
          limit={100}
          data={data.features.map((each) => ({
            value: String(each.number),
            label: each.name === null ? each.label : `${each.name} (${each.label})`,
          }))}
          value={number === null ? null : String(number)}
          onChange={(value) => {
            if (value === null) return
            setNumber(Number(value))
            read(Number(value))
          }}
        />
      ) : null}
      {data && data.features_left_out > 0 ? (
        <p>{t('lotFiles.screen.leftOut', { count: data.features_left_out })}</p>
      ) : null}
      {lot ? (
        <>
          <DataTable
            label={t('lotFiles.screen.table')}
            columns={columns(t)}
            rows={lot.outcomes}
            keyOf={(each) => `${each.outcome} ${each.property} ${each.reason ?? ''}`}
          />
          {lot.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </>
      ) : null}
    </>
  )
}
