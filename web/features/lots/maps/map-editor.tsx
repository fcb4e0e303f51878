'use client'
import { Button, Select, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getMapRoute, type LotMap, listMapsRoute, replaceMapRoute } from '@openspot/contract/lots/maps.ts'
import { bare, type Point } from '@openspot/core/maps/shape.ts'
import { IconArrowBackUp, IconArrowForwardUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { ChosenFields } from './chosen-fields.tsx'
import { type Draft, edit, startEditor } from './editor-state.ts'
import { MapCanvas } from './map-canvas.tsx'
import { MapSettings } from './map-settings.tsx'
import css from './maps.module.css'
import { RowPanel, startRow, withRow } from './row-panel.tsx'
import { Unplaced } from './unplaced.tsx'

const zooms = [1, 1.5, 2, 3, 4]

const draftOf = (map: LotMap): Draft => ({
  name: map.name,
  position: map.position,
  picture: map.picture,
  picture_opacity_percent: map.picture_opacity_percent,
  shows_picture: map.shows_picture,
  width: map.width,
  height: map.height,
  spots: map.spots.map(bare),
})

/** The map editor. Nothing is stored until it is saved, and every step can be undone. */
export function MapEditor({
  lot,
  map,
  spots,
  reload,
}: {
  lot: ConsoleLot
  map: LotMap
  spots: readonly { id: string; label: string }[]
  /** Loads the current version of the map. */
  reload: () => Promise<LotMap | undefined>
}) {
  const t = useTranslations()
  const [editor, act] = useReducer(edit, map, (start) => startEditor(draftOf(start)))
  const [version, setVersion] = useState(map.version)
  const [zoom, setZoom] = useState(0)
  const [row, setRow] = useState(() => startRow(draftOf(map)))
  const [isRow, setIsRow] = useState(false)
  const [isSnapping, setSnapping] = useState(true)
  const save = useApiMutation(replaceMapRoute, { client: 'admin', refresh: [listMapsRoute, getMapRoute] })
  const { draft } = editor
  const labels = new Map(spots.map(({ id, label }) => [id, label]))
  const isChanged = editor.past.length > 0
  useLeaveWarning(isChanged)

  const start = (from: LotMap) => {
    act({ do: 'start', draft: draftOf(from) })
    setVersion(from.version)
    save.reset()
  }
  const takeTheirs = async () => {
    const theirs = await reload()
    if (theirs) start(theirs)
  }
  const send = () => {
    const { picture, ...rest } = draft
    save.mutate(
      {
        params: { map_id: map.id },
        body: { ...rest, spots: [...draft.spots], file_id: picture?.id ?? null, version },
      },
      {
        onSuccess: (saved) => {
          start(saved)
          notifications.show({ message: t('maps.editor.saved', { name: saved.name }) })
        },
      },
    )
  }
  const placeRow = (ends: { from: Point; to: Point }) => {
    const action = withRow({ ...row, ...ends }, { spots }, draft)
    setRow({ ...row, ...ends })
    setIsRow(false)
    if (action) act(action)
  }
  const isClash = codeOf(save.error) === 'map_changed'
  return (
    <div className={css.editor}>
      <div className={css.work}>
        {isClash ? (
          <Note title={t('maps.editor.changedTitle')}>
            <p>{t('maps.editor.changedText')}</p>
            <Buttons>
              <Button variant="default" size="sm" onClick={() => void takeTheirs()}>
                {t('maps.editor.takeTheirs')}
              </Button>
            </Buttons>
          </Note>
        ) : save.error ? (
          <Note tone="bad" title={save.error.message} />
        ) : null}
        <div className={css.bar}>
          <Tool label={t('maps.editor.undo')} isOff={!isChanged} onPress={() => act({ do: 'undo' })}>
            <IconArrowBackUp size={18} aria-hidden="true" />
          </Tool>
          <Tool
            label={t('maps.editor.redo')}
            isOff={editor.future.length === 0}
            onPress={() => act({ do: 'redo' })}
          >
            <IconArrowForwardUp size={18} aria-hidden="true" />
          </Tool>
          <Tool label={t('maps.editor.smaller')} isOff={zoom === 0} onPress={() => setZoom(zoom - 1)}>
            <IconMinus size={18} aria-hidden="true" />
          </Tool>
          <Tool
            label={t('maps.editor.larger')}
            isOff={zoom === zooms.length - 1}
            onPress={() => setZoom(zoom + 1)}
          >
            <IconPlus size={18} aria-hidden="true" />
          </Tool>
          <Switch
            label={t('maps.editor.snap')}
            title={t('maps.editor.snapHint')}
            checked={isSnapping}
            onChange={(event) => setSnapping(event.currentTarget.checked)}
          />
          <p className={css.quiet} role="status">
            {isChanged ? t('maps.editor.unsaved') : ''}
          </p>
          <GatedButton
            why={isChanged ? null : t('common.why.unchanged')}
            loading={save.isPending}
            onClick={send}
          >
            {t('common.save')}
          </GatedButton>
        </div>
        <MapCanvas
          editor={editor}
          act={act}
          labels={labels}
          zoom={zooms[zoom] ?? 1}
          isRow={isRow}
          isSnapping={isSnapping}
          onRow={(from, to) => placeRow({ from, to })}
        />
      </div>
      <div className={css.side}>
        <Select
          label={t('maps.editor.chooseOn')}
          size="md"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('maps.editor.noneChosen') }}
          value={editor.chosen.length === 1 ? (editor.chosen[0] ?? null) : null}
          data={draft.spots.map(({ spot_id }) => ({ value: spot_id, label: labels.get(spot_id) ?? '' }))}
          onChange={(spot_id) => act({ do: 'choose', chosen: spot_id === null ? [] : [spot_id] })}
        />
        <ChosenFields editor={editor} act={act} labels={labels} />
        <Unplaced draft={draft} spots={spots} act={act} />
        <RowPanel
          row={row}
          lot={{ spots }}
          draft={draft}
          isDrawing={isRow}
          onChange={setRow}
          onDrawing={setIsRow}
          onPlace={() => placeRow(row)}
        />
        <MapSettings lot={lot} map={map} draft={draft} act={act} />
      </div>
    </div>
  )
}

function Tool({
  label,
  isOff,
  onPress,
  children,
}: {
  label: string
  isOff: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <Button
      variant="default"
      size="sm"
      px={10}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

/** The browser warns before unsaved changes are lost. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
}
