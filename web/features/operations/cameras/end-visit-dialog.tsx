import { notifications } from '@mantine/notifications'
import {
  endPlateVisitRoute,
  listPlateVisitsRoute,
  type PlateVisit,
} from '@openspot/contract/operations/visits.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'

/** Records that a vehicle left although no camera saw it. */
export function EndVisitDialog({
  lot,
  visit,
  onClose,
}: {
  lot: ConsoleLot
  visit: PlateVisit
  onClose: () => void
}) {
  const t = useTranslations()
  const end = useApiMutation(endPlateVisitRoute, { client: 'admin', refresh: [listPlateVisitsRoute] })
  return (
    <ConfirmDialog
      opened
      title={t('visits.endTitle', { plate: visit.plate })}
      text={t('visits.endText')}
      yes={t('visits.end')}
      no={t('visits.keep')}
      isBusy={end.isPending}
      error={end.error}
      onYes={() =>
        end.mutate(
          { params: { lot_id: lot.id, visit_id: visit.id } },
          {
            onSuccess: () => {
              notifications.show({ message: t('visits.ended') })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
