'use client'
import { notifications } from '@mantine/notifications'
import type { Input } from '@openspot/contract/call.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { type ZoneMove, zoneMoveOf } from './zone-move.ts'

export type LotPatch = Input<typeof updateLotRoute>['body']

export interface SettingsForm {
  /** The settings with the edited values applied. */
  values: StaffLot & LotPatch
  change: (part: LotPatch) => void
  /** Also takes the path of a part of a field, such as `texts.es-US.name`. */
  errorAt: (field: keyof LotPatch | `texts.${string}`) => string | null
  /** An error that belongs to no field of the form. */
  fault: string | null
  /** True if another person saved the settings since they were loaded. */
  isOlder: boolean
  isChanged: boolean
  isBusy: boolean
  save: (confirmed_time_zone?: string) => void
  /** Set if a new time zone must be confirmed before it is saved. */
  zone_move: ZoneMove | null
  /** Keeps the edits without saving them. */
  back: () => void
  discard: () => void
  /** Loads the current settings and keeps the edits. */
  reread: () => Promise<void>
}

const untouched: { patch: LotPatch; version: number } = { patch: {}, version: 0 }

/** A form over some settings of a lot. It saves only the edited fields, with the version they are based on. */
export function useSettingsForm(settings: StaffLot, fields: readonly (keyof LotPatch)[]): SettingsForm {
  const t = useTranslations()
  const queries = useQueryClient()
  const [typed, setTyped, forget] = useDraft(`settings ${settings.id} ${fields.join(' ')}`, () => untouched)
  const isChanged = Object.keys(typed.patch).length > 0
  const send = useApiMutation(updateLotRoute, {
    client: 'admin',
    refresh: [getLotRoute, listMyMembershipsRoute],
  })
  const at = fieldOf(send.error)
  const isOlder = codeOf(send.error) === 'lot_changed'
  const zone_move = zoneMoveOf(send.error)
  const clear = () => {
    setTyped(untouched)
    forget()
  }
  const save = (confirmed_time_zone?: string) => {
    if (!isChanged) return
    send.mutate(
      {
        params: { lot_id: settings.id },
        body: {
          ...typed.patch,
          version: typed.version,
          ...(confirmed_time_zone === undefined ? {} : { confirmed_time_zone }),
        },
      },
      {
        onSuccess: () => {
          clear()
          notifications.show({ message: t('lotSettings.saved') })
        },
      },
    )
  }
  const { currency, service_fee_cents, service_fee_bps } = settings.price_configuration
  const known = fields.some((field) => field === at?.field || at?.field.startsWith(`${field}.`))
  return {
    values: { ...settings, currency, service_fee_cents, service_fee_bps, ...typed.patch },
    change: (part) =>
      setTyped((former) => ({
        patch: { ...former.patch, ...part },
        version: Object.keys(former.patch).length === 0 ? settings.version : former.version,
      })),
    errorAt: (field) => (at?.field === field && zone_move === null ? at.message : null),
    fault: send.error && !known && zone_move === null ? send.error.message : null,
    isOlder,
    isChanged,
    isBusy: send.isPending,
    save,
    zone_move,
    back: () => send.reset(),
    discard: () => {
      clear()
      send.reset()
    },
    reread: async () => {
      await reloadQueries(queries, [getLotRoute])
      // This component may not have been rendered with them yet.
      const lots = queries.getQueriesData<StaffLot>({ queryKey: [getLotRoute.url] }).map(([, lot]) => lot)
      const current = lots.find((lot) => lot?.id === settings.id)
      if (current === undefined) return
      setTyped((former) => ({ ...former, version: current.version }))
      send.reset()
    },
  }
}
