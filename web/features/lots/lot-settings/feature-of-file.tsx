import { Loader, Select } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import type { LotDocument } from '@openspot/contract/lots/lot-export.ts'
import { readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import css from './lot-settings.module.css'
import { OutcomeTable } from './outcome-table.tsx'

/** Lets a person choose a lot of a map file, and shows what became of each of its properties. */
export function FeatureOfFile({
  text,
  onRead,
  onFault,
}: {
  text: string
  onRead: (document: LotDocument | null) => void
  /** Gets why the file can't be read. */
  onFault: (message: string) => void
}) {
  const t = useTranslations()
  const [number, setNumber] = useState<number | null>(null)
  /** The last answer stays while another lot of the file is read. */
  const [file, setFile] = useState<Output<typeof readLotFileRoute> | null>(null)
  const { mutate, error, isPending } = useApiMutation(readLotFileRoute, { client: 'admin' })
  const read = (feature?: number) =>
    mutate(
      { body: { text, ...(feature === undefined ? {} : { feature }) } },
      {
        onSuccess: (answer) => {
          setFile(answer)
          onRead(answer.lot?.document ?? null)
        },
        onError: ({ message }) => onFault(message),
      },
    )
  // The file was just chosen; each file has a component of its own.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => read(), [])
  const lot = isPending || error ? null : file?.lot
  return (
    <>
      {file && file.features.length > 1 ? (
        <Select
          label={t('lotFiles.screen.feature')}
          placeholder={t('lotFiles.screen.choose')}
          searchable
          nothingFoundMessage={t('lotFiles.screen.noFeature')}
          limit={100}
          data={file.features.map((each) => ({
            value: String(each.number),
            label: each.name === null ? each.label : `${each.name} (${each.label})`,
          }))}
          // One file of a person is read at a time.
          readOnly={isPending}
          value={number === null ? null : String(number)}
          onChange={(value) => {
            if (value === null) return
            setNumber(Number(value))
            onRead(null)
            read(Number(value))
          }}
        />
      ) : null}
      {file && file.features_left_out > 0 ? (
        <p className={css.quiet}>{t('lotFiles.screen.leftOut', { count: file.features_left_out })}</p>
      ) : null}
      {isPending ? <Loader size="sm" /> : null}
      {lot ? (
        <>
          <OutcomeTable outcomes={lot.outcomes} />
          {lot.notes.map((note) => (
            <p key={note} className={css.quiet}>
              {note}
            </p>
          ))}
        </>
      ) : null}
    </>
  )
}
