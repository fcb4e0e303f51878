'use client'
import { Menu, UnstyledButton } from '@mantine/core'
import {
  deleteViewRoute,
  listSavedViewsRoute,
  type SavedView,
  saveViewRoute,
} from '@openspot/contract/people/saved-views.ts'
import { IconBookmark, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import chip from '@/ui/menu-chip.module.css'
import { useUndo } from '@/ui/undo/use-undo.tsx'

/** Opens a saved view of the list, saves the current one under a name, or deletes it. */
export function ViewsChip({
  lot_id,
  views,
  active,
  onOpen,
  onSave,
}: {
  lot_id: string
  views: readonly SavedView[]
  /** The view that the list shows now. */
  active: SavedView | null
  onOpen: (view: SavedView) => void
  onSave: () => void
}) {
  const t = useTranslations()
  const { done, failed } = useUndo()
  const refresh = { client: 'admin', refresh: [listSavedViewsRoute] } as const
  const save = useApiMutation(saveViewRoute, refresh)
  const remove = useApiMutation(deleteViewRoute, refresh)
  const drop = ({ id, ...view }: SavedView) =>
    remove.mutate(
      { params: { lot_id, view_id: id } },
      {
        onSuccess: () =>
          done(t('views.deleted', { name: view.name }), () =>
            save.mutateAsync({ params: { lot_id }, body: view }),
          ),
        onError: failed,
      },
    )
  const value = active?.name ?? t('views.title')
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className={chip.chip}
          aria-label={`${t('views.title')}: ${active?.name ?? t('views.none')}`}
        >
          <IconBookmark size={14} aria-hidden="true" />
          {value}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={chip.menu ?? ''}>
        {views.map((view) => (
          <Menu.RadioItem
            key={view.id}
            value={view.id}
            checked={view.id === active?.id}
            closeMenuOnClick
            checkIcon={<IconCheck size={16} aria-hidden="true" />}
            onChange={() => onOpen(view)}
          >
            {view.name}
          </Menu.RadioItem>
        ))}
        {views.length === 0 ? <Menu.Label>{t('views.empty')}</Menu.Label> : <Menu.Divider />}
        <Menu.Item onClick={onSave}>{t('views.save')}</Menu.Item>
        {active === null ? null : (
          <Menu.Item onClick={() => drop(active)}>{t('views.delete', { name: active.name })}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
