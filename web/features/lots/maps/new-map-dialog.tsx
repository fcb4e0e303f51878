'use client'
import { FileInput, Modal, TextInput } from '@mantine/core'
import { uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import { createMapRoute, type LotMap, listMapsRoute, type Placement } from '@openspot/contract/lots/maps.ts'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { placeOnSheet } from '@openspot/core/maps/sheet-from-shapes.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { pictureForm } from '@/lib/picture-form.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { mapPath } from './map-paths.ts'
import css from './maps.module.css'

const sources = ['picture', 'sheet', 'ground'] as const
const sheet = { width: 1600, height: 1000, spots: [], file_id: null }

/** Creates a map from a picture, an empty sheet, or the ground shapes, and opens it. */
export function NewMapDialog({
  lot,
  maps,
  spots,
  opened,
  onClose,
}: {
  lot: ConsoleLot
  maps: readonly LotMap[]
  spots: readonly { id: string; shape: number[][] | null }[]
  opened: boolean
  onClose: () => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const [name, setName] = useState('')
  const [from, setFrom] = useState<(typeof sources)[number]>('picture')
  const [file, setFile] = useState<File | null>(null)
  const upload = useApiMutation(uploadMapImageRoute, { client: 'admin' })
  const create = useApiMutation(createMapRoute, { client: 'admin', refresh: [listMapsRoute] })
  const known = spots.filter(({ shape }) => shape !== null).length
  const isBusy = upload.isPending || create.isPending
  const atName = fieldOf(create.error)?.field === 'name' ? create.error?.message : null
  const error = upload.error ?? (atName ? null : create.error)
  const params = { lot_id: lot.id }

  const make = (on: { width: number; height: number; file_id: string | null; spots: Placement[] }) =>
    create.mutate(
      {
        params,
        body: {
          name: name.trim(),
          position: Math.min(100, Math.max(0, ...maps.map(({ position }) => position)) + 1),
          ...on,
        },
      },
      { onSuccess: (map) => router.push(mapPath(lot.id, map.id)) },
    )
  const start = async () => {
    if (from === 'picture' && file) {
      upload.mutate(
        { params, body: await pictureForm(file) },
        { onSuccess: ({ id, width, height }) => make({ width, height, file_id: id, spots: [] }) },
      )
      return
    }
    const placed = from === 'ground' ? placeOnSheet(spots) : null
    make(placed ? { ...placed, file_id: null } : sheet)
  }
  const option = (value: typeof from, title: string, text: string) => ({
    value,
    content: (
      <span>
        <strong>{title}</strong>
        <br />
        <span className={css.quiet}>{text}</span>
      </span>
    ),
  })
  return (
    <Modal opened={opened} onClose={onClose} title={t('maps.create.title')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        {error ? <Note tone="bad" title={error.message} /> : null}
        <TextInput
          label={t('maps.create.name')}
          size="md"
          maxLength={60}
          placeholder={t('maps.create.nameHint')}
          value={name}
          error={atName}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choice
          name="from"
          legend={t('maps.create.from')}
          value={from}
          onChange={(value) => setFrom(sources.find((one) => one === value) ?? 'picture')}
          options={[
            option('picture', t('maps.create.picture'), t('maps.create.pictureText')),
            option('sheet', t('maps.create.sheet'), t('maps.create.sheetText')),
            ...(known > 0
              ? [option('ground', t('maps.create.ground'), t('maps.create.groundText', { count: known }))]
              : []),
          ]}
        />
        {from === 'picture' ? (
          <FileInput
            label={t('maps.create.file')}
            size="md"
            placeholder={t('maps.create.choose')}
            accept={pictureTypes.join(',')}
            value={file}
            onChange={setFile}
          />
        ) : null}
        <Buttons>
          <GatedButton
            type="submit"
            loading={isBusy}
            why={name.trim() === '' || (from === 'picture' && file === null) ? t('common.why.fill') : null}
          >
            {t('maps.create.make')}
          </GatedButton>
        </Buttons>
      </form>
    </Modal>
  )
}
