'use client'
import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  getProblemRoute,
  listProblemsRoute,
  type StaffProblem,
  updateProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { PlateRegionField, regionBody } from '@/ui/car/plate-region-field.tsx'
import { Buttons, FieldRow, Panel } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './problems.module.css'

/** The plate of the other vehicle, with its earlier values; admins can correct it. */
export function PlatePart({ lot, problem }: { lot: ConsoleLot; problem: StaffProblem }) {
  const t = useTranslations()
  const [edited, setEdited] = useState<{ other_plate: string; other_region: string } | null>(null)
  const save = useApiMutation(updateProblemRoute, {
    client: 'admin',
    refresh: [getProblemRoute, listProblemsRoute],
  })
  const { other_plate, other_region, previous_plates } = problem
  return (
    <Panel
      title={t('problems.one.plate')}
      action={
        lot.is_admin && !edited ? (
          <Button
            variant="default"
            onClick={() => setEdited({ other_plate: other_plate ?? '', other_region })}
          >
            {t('problems.one.correct')}
          </Button>
        ) : null
      }
    >
      {other_plate ? (
        <p>
          <Plate plate={other_plate} region={other_region} size="lg" />
        </p>
      ) : (
        <p className={css.quiet}>{t('problems.one.noPlate')}</p>
      )}
      {previous_plates.map((before) => (
        <p key={before.replaced_at} className={css.quiet}>
          {t('problems.one.previousPlates')}{' '}
          {before.other_plate ? (
            <Plate plate={before.other_plate} region={before.other_region} size="sm" />
          ) : (
            t('problems.one.noPlate')
          )}{' '}
          <Moment at={before.replaced_at} zone={lot.time_zone} />
        </p>
      ))}
      {edited ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate(
              {
                params: { problem_id: problem.id },
                body: {
                  other_plate: edited.other_plate.trim() || null,
                  ...regionBody('other_region', edited.other_region),
                },
              },
              {
                onSuccess: () => {
                  setEdited(null)
                  notifications.show({ message: t('problems.one.saved') })
                },
              },
            )
          }}
        >
          <FieldRow>
            <TextInput
              label={t('problems.one.plateLabel')}
              size="md"
              maxLength={15}
              value={edited.other_plate}
              error={save.error?.message}
              onChange={(event) => setEdited({ ...edited, other_plate: event.currentTarget.value })}
            />
            <PlateRegionField
              country={lot.country}
              value={edited.other_region}
              onChange={(region) => setEdited({ ...edited, other_region: region })}
            />
          </FieldRow>
          <Buttons>
            <Button type="submit" loading={save.isPending}>
              {t('problems.one.save')}
            </Button>
          </Buttons>
        </form>
      ) : null}
    </Panel>
  )
}
